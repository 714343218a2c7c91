// The part of a schema that only the OpenAPI document shows: rules that a service or a reader checks.
// The decision: these rules stand beside the schema in the keyword `document`, whose members are added to what the
// document shows, so a reader of the document sends nothing that the server refuses. `false`: the schema is not shown,
// because it exists only to be refused by name.

export type Shown = Readonly<Record<string, unknown>> | false;

/** At least one of the fields. */
export const anyOf = (...names: string[]): { anyOf: object[] } => ({
  anyOf: names.map((name) => ({ required: [name] })),
});

/** Exactly one of the fields. */
export const oneOf = (...names: string[]): { oneOf: object[] } => ({
  oneOf: names.map((name) => ({ required: [name] })),
});

/** The rule of objects whose fields are kinds. */
export const SINGLE_FIELD = { minProperties: 1, maxProperties: 1 };
