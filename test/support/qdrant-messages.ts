// Short functions for messages of Qdrant's gRPC client.
import type { PointId, Value } from "@qdrant/js-client-grpc";

type Id = bigint | string;
type Shown = string | number | bigint | boolean | null | Shown[] | { [key: string]: Shown };

/** Makes an id from an integer or a UUID. */
export function id(value: Id) {
  return typeof value === "bigint"
    ? { pointIdOptions: { case: "num" as const, value } }
    : { pointIdOptions: { case: "uuid" as const, value } };
}

/** Returns the id inside its message. */
export function plainId(message: Pick<PointId, "pointIdOptions"> | undefined): Id | undefined {
  return message?.pointIdOptions.value;
}

export function ids(points: readonly { id?: PointId }[]): (Id | undefined)[] {
  return points.map((point) => plainId(point.id));
}

/** Selects points by their ids. */
export function only(...some: readonly Id[]) {
  return { pointsSelectorOneOf: { case: "points" as const, value: { ids: some.map(id) } } };
}

export function matching<Filter>(filter: Filter) {
  return { pointsSelectorOneOf: { case: "filter" as const, value: filter } };
}

export function vector(...data: number[]) {
  return { vector: { case: "dense" as const, value: { data } } };
}

/** Makes the only vector of a point. */
export function unnamed(...data: number[]) {
  return { vectorsOptions: { case: "vector" as const, value: vector(...data) } };
}

export function named(vectors: Readonly<Record<string, readonly number[]>>) {
  const all = Object.entries(vectors).map(([name, data]) => [name, vector(...data)] as const);
  return { vectorsOptions: { case: "vectors" as const, value: { vectors: Object.fromEntries(all) } } };
}

/** Makes the vector of a query. */
export function near(...data: number[]) {
  return { variant: { case: "dense" as const, value: { data } } };
}

export function like(value: Id) {
  return { variant: { case: "id" as const, value: id(value) } };
}

export function nearest(...data: number[]) {
  return { variant: { case: "nearest" as const, value: near(...data) } };
}

export function field<Condition extends object>(key: string, condition: Condition) {
  return { conditionOneOf: { case: "field" as const, value: { key, ...condition } } };
}

export function keyword(key: string, value: string) {
  return field(key, { match: { matchValue: { case: "keyword" as const, value } } });
}

export const EVERYTHING = { selectorOptions: { case: "enable" as const, value: true } };
export const NOTHING = { selectorOptions: { case: "enable" as const, value: false } };

/** Selects some fields of the payload. */
export function include(...fields: string[]) {
  return { selectorOptions: { case: "include" as const, value: { fields } } };
}

export function text(value: string) {
  return { kind: { case: "stringValue" as const, value } };
}

export function integer(value: bigint) {
  return { kind: { case: "integerValue" as const, value } };
}

/** Makes a value of a payload from a JavaScript value. */
export function value(shown: unknown): { kind: never } {
  return { kind: kindOf(shown) as never };
}

function kindOf(shown: unknown): object {
  if (shown === null) return { case: "nullValue", value: 0 };
  if (typeof shown === "string") return text(shown).kind;
  if (typeof shown === "bigint") return integer(shown).kind;
  if (typeof shown === "number") return { case: "doubleValue", value: shown };
  if (typeof shown === "boolean") return { case: "boolValue", value: shown };
  if (Array.isArray(shown)) return { case: "listValue", value: { values: shown.map(value) } };
  const fields = Object.entries(shown as object).map(([key, part]) => [key, value(part)]);
  return { case: "structValue", value: { fields: Object.fromEntries(fields) } };
}

/** Returns a payload with JavaScript values: integers are bigints, doubles numbers. */
export function plainPayload(payload: Readonly<Record<string, Value>>): Record<string, Shown> {
  return Object.fromEntries(Object.entries(payload).map(([key, { kind }]) => [key, plain(kind)]));
}

function plain(kind: Value["kind"]): Shown {
  switch (kind.case) {
    case undefined:
    case "nullValue":
      return null;
    case "structValue":
      return plainPayload(kind.value.fields);
    case "listValue":
      return kind.value.values.map((item) => plain(item.kind));
    default:
      return kind.value;
  }
}

/** Returns status and text of a call that must fail. */
export async function refusal(work: Promise<unknown>): Promise<[code: number, text: string]> {
  const { code, rawMessage } = await work.then(
    () => ({ code: 0, rawMessage: "" }),
    (error: { code: number; rawMessage: string }) => error,
  );
  return [code, rawMessage];
}
