// What a check has found wrong with a request, and the schema that says so.
// The decision: it is data without words; the words are made where a refusal is written (validate.ts).

/** What is wrong at one place, by the rule of the schema that says so. */
export interface Finding {
  readonly keyword: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a rule says of itself is as different as rules are.
  readonly params: any;
  /** Where in the request. */
  readonly path: readonly string[];
  /** Absent for a leaf. */
  readonly parentSchema?: JsonSchema;
  readonly data: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a schema is what it is.
export type JsonSchema = Readonly<Record<string, any>>;
