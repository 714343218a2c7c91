// The mapping of columns to the parts of a point, and the point that a row makes.
// The decision: every column has one role. Columns of the same vector are concatenated, so a vector may be a JSON list
// in one column or a number in each of many. Without a column of ids, ids are generated. Numbers of payloads keep their
// text: 1.0 is not written as 1.
import { LARGEST_ID, newUuid, parseId } from "../../../api/ids.ts";
import { jsonOrText, parseJson, writeJson } from "../../../api/json.ts";
import { compactJson, parseExactly, rawMembers } from "../../../api/raw-json.ts";
import { type SparseVector, sparseIn } from "../../../api/sparse.ts";
import type { PointId } from "../../../api/types.ts";
import type { Point } from "../points/point.ts";
import type { Row } from "./rows.ts";

/**
 * `vector:NAME`; `payload`: an object whose members become payload fields; the others: one payload field of this type.
 */
export type Role =
  | "id"
  | `vector:${string}`
  | "payload"
  | "auto"
  | "text"
  | "number"
  | "bool"
  | "json"
  | "skip";

export interface Mapping {
  readonly roles: Readonly<Record<string, Role>>;
  /** The first id if no column has ids; "uuid": each row gets a new UUID; null: the typed text is no id. */
  readonly start: bigint | "uuid" | null;
}

/** The vectors of the collection; a sparse one has the size 0. */
export type Sizes = ReadonlyMap<string, { readonly size: number }>;

/** The numbers of a dense vector, or a sparse one. */
type Vectors = Map<string, number[] | SparseVector>;

const ID = /^(id|_id|uuid|key|point_id)$/i;
const VECTOR = /^(vec(tor)?s?|emb(edding)?s?)$/i;

/** Guesses the mapping from the names of the columns. */
export function guess(columns: readonly string[], sizes: Sizes): Mapping {
  const [first = ""] = sizes.keys();
  const id = columns.find((name) => ID.test(name));
  const role = (name: string): Role => {
    if (name === id) return "id";
    const plain = name.replace(/^vector\./, "");
    if (plain !== "" && sizes.has(plain)) return `vector:${plain}`;
    if (VECTOR.test(name) || isPart(name, columns, sizes.get(first)?.size ?? 0)) return `vector:${first}`;
    return name === "payload" ? "payload" : "auto";
  };
  return { roles: Object.fromEntries(columns.map((name) => [name, role(name)])), start: 1n };
}

/** Returns whether a column is one of v0, v1, ..., as many as the vector has dimensions. */
function isPart(name: string, columns: readonly string[], size: number): boolean {
  const stem = /^(.*?)\d+$/.exec(name)?.[1];
  if (stem === undefined || size < 2) return false;
  return columns.filter((other) => /^(.*?)\d+$/.exec(other)?.[1] === stem).length === size;
}

/** Makes the point of a row. @param index of the row in the file. @throws Error saying why it is no point */
export function toPoint(
  { values, text, problem }: Row,
  { roles, start }: Mapping,
  sizes: Sizes,
  index: number,
): Point {
  if (problem !== undefined) throw new Error(problem);
  const texts = text === undefined ? undefined : rawMembers(text);
  let id: PointId | undefined;
  let payload: Record<string, unknown> = {};
  const vectors: Vectors = new Map();
  for (const [column, value] of Object.entries(values)) {
    const role = roles[column] ?? "auto";
    if (role === "id") id = idOf(column, value);
    else if (role === "payload") payload = { ...payload, ...objectOf(column, value, texts?.get(column)) };
    else if (role.startsWith("vector:"))
      addVector(vectors, role.slice("vector:".length), column, value, sizes);
    else if (role !== "skip") {
      const typed = payloadValue(column, value, role, texts?.get(column));
      if (typed !== undefined) payload[column] = typed;
    }
  }
  if (id === undefined && hasIds(roles)) throw new Error("The row has no id");
  checkSizes(vectors, sizes);
  id ??= start === "uuid" ? newUuid() : counted(start, index);
  return { id, vector: vectorOf(vectors, sizes), payload };
}

export function hasIds(roles: Mapping["roles"]): boolean {
  return Object.values(roles).includes("id");
}

/** Returns the id of a row; null if it has none or will get a new UUID. */
export function idIn({ values, problem }: Row, { roles, start }: Mapping, index: number): PointId | null {
  if (problem !== undefined) return null;
  const column = Object.keys(roles).find((name) => roles[name] === "id");
  try {
    if (column === undefined) return start === "uuid" ? null : counted(start, index);
    return values[column] === undefined ? null : idOf(column, values[column]);
  } catch {
    return null;
  }
}

/** Returns the generated id of a row. @throws Error if it exceeds the largest id */
function counted(start: bigint | null, index: number): PointId {
  const id = start === null ? null : parseId(String(start + BigInt(index)));
  if (id === null) throw new Error(`The ids that are counted have to be whole numbers up to ${LARGEST_ID}`);
  return id;
}

function idOf(column: string, value: unknown): PointId {
  const id =
    typeof value === "string" || typeof value === "number" || typeof value === "bigint"
      ? parseId(String(value))
      : null;
  if (id === null) throw new Error(`${column}: ${shown(value)} is not an id`);
  return id;
}

function addVector(vectors: Vectors, name: string, column: string, value: unknown, sizes: Sizes): void {
  const given = typeof value === "string" ? jsonOf(column, value) : value;
  if (given === undefined || given === null) return;
  if (sizes.get(name)?.size === 0) {
    vectors.set(name, sparseIn(given, column));
    return;
  }
  if (typeof given === "object" && !Array.isArray(given)) {
    // An object has several vectors by name, as in the API.
    for (const [key, member] of Object.entries(given))
      addVector(vectors, key, `${column}.${key}`, member, sizes);
    return;
  }
  if (!sizes.has(name)) throw new Error(`The collection has no vector named ${JSON.stringify(name)}`);
  const list = Array.isArray(given) ? given : [given];
  const wrong = list.find((item) => typeof item !== "number");
  if (wrong !== undefined) throw new Error(`${column}: ${shown(wrong)} is not a number`);
  const all = (vectors.get(name) as number[] | undefined) ?? [];
  for (const item of list) all.push(item as number);
  vectors.set(name, all);
}

function checkSizes(vectors: Vectors, sizes: Sizes): void {
  if (vectors.size === 0 && sizes.size > 0) throw new Error("The row has no vector");
  for (const [name, vector] of vectors) {
    if (!Array.isArray(vector)) continue;
    const { length } = vector;
    const { size } = sizes.get(name)!;
    if (length !== size) throw new Error(`vector${name && ` ${name}`}: ${length} of ${size} dimensions`);
  }
}

function vectorOf(vectors: Vectors, sizes: Sizes): NonNullable<Point["vector"]> {
  if (sizes.size === 1 && sizes.has("")) return vectors.get("") as number[];
  return Object.fromEntries(vectors);
}

function objectOf(column: string, value: unknown, text?: string): object {
  const json = typeof value === "string" ? jsonOf(column, value) : value;
  if (json === null || json === undefined) return {};
  if (typeof json !== "object" || Array.isArray(json))
    throw new Error(`${column}: ${shown(value)} is not an object`);
  const written = typeof value === "string" ? value : text;
  if (written === undefined) return json;
  return Object.fromEntries([...rawMembers(written)].map(([key, member]) => [key, parseExactly(member)]));
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Converts a value to the type of its role; undefined: the field is left out. Values other than texts keep their type.
 */
function payloadValue(column: string, value: unknown, role: Role, written?: string): unknown {
  if (typeof value !== "string") {
    if (role === "text") return written === undefined ? writeJson(value) : compactJson(written);
    return written === undefined ? value : parseExactly(written);
  }
  if (role === "text") return value;
  if (value === "") return undefined;
  if (role === "json") return jsonOf(column, value, parseExactly);
  if (role === "auto")
    return NUMBER.test(value) || /^(true|false|null|[[{].*[\]}])$/s.test(value)
      ? jsonOrText(value, parseExactly)
      : value;
  if (role === "bool") {
    if (/^(true|yes|1)$/i.test(value)) return true;
    if (/^(false|no|0)$/i.test(value)) return false;
    throw new Error(`${column}: ${shown(value)} is neither yes nor no`);
  }
  if (!NUMBER.test(value.trim())) throw new Error(`${column}: ${shown(value)} is not a number`);
  return parseExactly(value.trim());
}

function jsonOf(column: string, text: string, parse = parseJson): unknown {
  if (text.trim() === "") return undefined;
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${column}: ${(error as Error).message}`);
  }
}

function shown(value: unknown): string {
  const text = typeof value === "object" ? writeJson(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text || "nothing";
}
