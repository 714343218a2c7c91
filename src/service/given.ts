// What a request says of a part of the configuration, without what it leaves out.

export type Known<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** The fields that the schema knows and that have a value; undefined when there is no object at all. */
export function given<T extends object>(
  value: T | null | undefined,
  { properties }: { readonly properties: object },
): Known<T> | undefined {
  if (value === null || value === undefined) return undefined;
  const known = Object.keys(properties) as (keyof T)[];
  const pairs = known.map((key) => [key, value[key]] as const);
  return Object.fromEntries(pairs.filter(([, item]) => item !== null && item !== undefined)) as Known<T>;
}

/** What has a value. */
export function withoutNulls(value: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

/** An object whose keys nobody knows here, as the log can keep it: integers beyond 2^53 become the nearest double. */
export function plainObject(
  value: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> | undefined {
  return value ? (plain(value) as Record<string, unknown>) : undefined;
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
