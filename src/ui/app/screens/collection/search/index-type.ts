// The type of the payload index that serves a condition, told by its kind and by values that were found.
import type { PAYLOAD_INDEXES } from "../../../../../shared/payload-indexes.ts";
import type { Found } from "./recall.ts";

type FieldType = keyof typeof PAYLOAD_INDEXES;

const TYPE_OF_CHECK: Readonly<Record<string, FieldType>> = {
  text: "text",
  text_any: "text",
  phrase: "text",
  prefix: "keyword",
  datetime_range: "datetime",
  geo_bounding_box: "geo",
  geo_radius: "geo",
  geo_polygon: "geo",
};

/** Returns the type of an index that serves a check; null: no index does, or the values do not tell the type. */
export function indexTypeFor(check: string, values: readonly unknown[]): FieldType | null {
  const known = TYPE_OF_CHECK[check];
  if (known) return known;
  if (!["value", "any", "except", "range"].includes(check) || values.length === 0) return null;
  const isEach = (test: (value: unknown) => boolean): boolean => values.every(test);
  if (isEach((value) => typeof value === "boolean")) return "bool";
  if (isEach((value) => typeof value === "bigint" || Number.isInteger(value))) return "integer";
  if (isEach((value) => typeof value === "number" || typeof value === "bigint")) return "float";
  return check !== "range" && isEach((value) => typeof value === "string") ? "keyword" : null;
}

/** Returns the values at a path such as `a.b` or `tags[]`, which lists have several of. */
export function valuesAt(payload: Found["payload"], path: string): unknown[] {
  let values: unknown[] = [payload];
  for (const step of path.replaceAll("[]", "").split(".")) {
    values = values.flatMap((value) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : [],
    );
  }
  return values.filter((value) => value !== undefined && value !== null);
}
