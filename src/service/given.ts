// Extracts the known and given fields of a part of a configuration.

type Known<T> = { [K in keyof T]?: NonNullable<T[K]> };

interface Shape {
  readonly properties?: Readonly<Record<string, object>>;
  readonly anyOf?: readonly Shape[];
  readonly const?: unknown;
}

/** Returns the fields that the schema knows and that have a value, at every depth; undefined if there is no object. */
export function given<T extends object>(value: T | null | undefined, schema: object): Known<T> | undefined {
  if (value === null || value === undefined) return undefined;
  return known(value, schema) as Known<T>;
}

function known(value: unknown, schema: Shape): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { properties } = formFor(value, schema);
  if (!properties) return value;
  const pairs = Object.entries(properties).map(([key, inside]) => {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    return [key, known(item, inside)] as const;
  });
  return Object.fromEntries(pairs.filter(([, item]) => item !== null && item !== undefined));
}

/** Returns the form of an object: the one that its `type` selects, or else the first. */
function formFor(value: object, schema: Shape): Shape {
  if (!schema.anyOf) return schema;
  const forms = schema.anyOf
    .map((alternative) => formFor(value, alternative))
    .filter(({ properties }) => properties);
  const { type } = value as { readonly type?: unknown };
  return (
    forms.find(({ properties }) => (properties?.type as Shape | undefined)?.const === type) ?? forms[0] ?? {}
  );
}

/** Returns the members that are not null. */
export function withoutNulls(value: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}
