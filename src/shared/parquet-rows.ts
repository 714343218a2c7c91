// Rows of Parquet files as values of JSON; for the command line and the console.
// The decision: the columns `vector.NAME.indices` and `vector.NAME.values` are one field, the sparse vector NAME,
// because flat lists are what other programs write and read most easily.
const INDICES = ".indices";
const VALUES = ".values";
/** Bytes that are converted to characters at once. */
const CHUNK = 8_192;

/** Returns the names of sparse vectors that have both columns, by the field that these are read as. */
export function sparseColumns(columns: readonly string[]): ReadonlyMap<string, string> {
  const prefix = "vector.";
  const fields = columns.flatMap((column) =>
    column.startsWith(prefix) && column.endsWith(INDICES) ? [column.slice(0, -INDICES.length)] : [],
  );
  const pairs = fields.filter((field) => columns.includes(field + VALUES) && field.length > prefix.length);
  return new Map(pairs.map((field) => [field, field.slice(prefix.length)]));
}

/**
 * Returns the fields of a row that have a value.
 * @param sparse the fields of sparse vectors, whose two columns are joined
 */
export function parquetFields(
  given: Readonly<Record<string, unknown>>,
  sparse: ReadonlyMap<string, string>,
): [name: string, value: unknown][] {
  const row = { ...given };
  for (const field of sparse.keys()) joinSparse(row, field);
  const found = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
  return found.map(([name, value]) => [name, plain(value)]);
}

/** Replaces the two columns of a sparse vector by one field, which is absent if both are. */
function joinSparse(row: Record<string, unknown>, field: string): void {
  const { [field + INDICES]: indices, [field + VALUES]: values } = row;
  delete row[field + INDICES];
  delete row[field + VALUES];
  // If one of them is absent, the row is refused.
  if ((indices ?? null) !== null || (values ?? null) !== null) row[field] = { indices, values };
}

/** Converts datetimes to text, as in payloads, and bytes to base64. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return base64(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text);
}
