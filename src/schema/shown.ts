// What the OpenAPI document says of a schema beyond what is checked by it: rules that a service or a reader has.
// The decision: they stand beside the schema in the keyword `document`, whose members are added to what the document shows
// of it, so that who reads only the document sends nothing that the server refuses. `false`: it is not shown at all,
// because it is there to be refused by name.

export type Shown = Readonly<Record<string, unknown>> | false;

/** At least one of the fields. */
export const anyOf = (...names: string[]): { anyOf: object[] } => ({
  anyOf: names.map((name) => ({ required: [name] })),
});

/** One of the fields and no other. */
export const oneOf = (...names: string[]): { oneOf: object[] } => ({
  oneOf: names.map((name) => ({ required: [name] })),
});

/** Of objects whose fields are kinds. */
export const ONE_FIELD = { minProperties: 1, maxProperties: 1 };
