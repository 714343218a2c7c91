// Maps the fields of a row to a point, by the options of `azimuth import`.
// The decision: without options a row of JSONL that has only the fields of a point is sent unchanged; all others are
// put together from the texts of their fields, which are not parsed.

import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { WrongUsage } from "../../errors/usage.ts";
import { singleLine } from "../../json/one-line.ts";
import { itemsOf, membersOf } from "../../json/raw-parts.ts";
import { isPointId } from "../../schema/leaf.ts";
import { wrongValue } from "../common/flag-values.ts";
import type { Row } from "./row.ts";

export interface MappingFlags {
  readonly idField?: string;
  readonly vectorField?: string;
  readonly vector?: readonly string[];
  readonly sparse?: readonly string[];
  readonly payload?: string;
  readonly startId?: string;
  /** The field of the payload with the texts, whose rows need no vector. */
  readonly textField?: string;
}

/** A row as it is sent, or why it is not. */
export interface Prepared {
  readonly row: number;
  /** The line to send; null: none. */
  readonly line: string | null;
  readonly fault: string | null;
  /** The row as JSON. */
  readonly source: string;
  /** The cursor of another database after which reading continues; absent: rows are counted from the beginning. */
  readonly after?: string;
}

const ID = "id";
const VECTOR = "vector";
const PAYLOAD = "payload";
const OF_A_POINT: ReadonlySet<string> = new Set([ID, VECTOR, PAYLOAD]);

/** @param isBare rows have no ids of their own. @throws InvalidArgument */
export function mappingOf(flags: MappingFlags, isBare: boolean): (row: Row) => Prepared {
  const plan = planOf(flags, isBare);
  const isPlain = Object.values(flags).every((flag) => flag === undefined) && !isBare;
  return (row) => {
    const { fields, line, fault } = row;
    // A cell of CSV or Parquet may hold JSON on many lines; a row is sent and reported as one line.
    const source = singleLine(line ?? (fields === null ? "null" : objectText(fields)));
    if (fields === null) return { row: row.row, line: null, fault: fault ?? "it cannot be read", source };
    if (isPlain && line !== undefined && isPoint(fields)) return { row: row.row, line, fault: null, source };
    try {
      return { row: row.row, line: singleLine(pointText({ ...row, fields }, plan)), fault: null, source };
    } catch (error) {
      return { row: row.row, line: null, fault: (error as Error).message, source };
    }
  };
}

/** Tells whether all fields are those of a point, because the server would refuse others. */
function isPoint(fields: ReadonlyMap<string, string>): boolean {
  for (const name of fields.keys()) if (!OF_A_POINT.has(name)) return false;
  return true;
}

interface Plan {
  readonly idField: string;
  readonly startId: bigint | null;
  /** Fields by the name of their vector; null: the unnamed vector, or as the field says. */
  readonly named: ReadonlyMap<string, string> | null;
  readonly vectorField: string;
  /** Whether an option names `vectorField`. */
  readonly isVectorAsked: boolean;
  /** Whether rows need no vector. */
  readonly isTextAsked: boolean;
  /** Fields of sparse vectors by the name of their vector. */
  readonly sparse: ReadonlyMap<string, string>;
  readonly payload: readonly string[] | null;
}

function planOf(
  { idField = ID, vectorField, vector = [], sparse = [], payload, startId, textField }: MappingFlags,
  isBare: boolean,
): Plan {
  if (vectorField !== undefined && vector.length > 0)
    throw new WrongUsage("say either --vector-field or --vector, which names all vectors");
  const pairs = pairsOf("--vector", vector);
  const sparsePairs = pairsOf("--sparse", sparse);
  const twice = sparsePairs.find(([name]) => pairs.some(([other]) => other === name));
  if (twice) throw new WrongUsage(`--vector and --sparse both name the vector "${twice[0]}"`);
  if (startId !== undefined && !(/^\d+$/.test(startId) && isPointId(BigInt(startId))))
    throw wrongValue("--start-id", "an unsigned integer of 64 bits", startId);
  return {
    idField,
    startId: startId === undefined ? (isBare ? 0n : null) : BigInt(startId),
    named: pairs.length > 0 ? new Map(pairs) : null,
    vectorField: vectorField ?? VECTOR,
    sparse: new Map(sparsePairs),
    isVectorAsked: vectorField !== undefined,
    isTextAsked: textField !== undefined,
    payload: payload === undefined ? null : payload.split(",").filter((name) => name !== ""),
  };
}

function pairsOf(flag: string, texts: readonly string[]): (readonly [name: string, field: string])[] {
  return texts.map((text) => {
    const [, name, field] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === undefined) throw wrongValue(flag, "NAME=FIELD", text);
    return [name, field!] as const;
  });
}

type ReadRow = Row & { readonly fields: ReadonlyMap<string, string> };

function pointText(read: ReadRow, plan: Plan): string {
  const { row, fields } = read;
  const { idField, startId, named, vectorField, sparse } = plan;
  const id =
    startId === null
      ? idText(fieldOf(fields, idField, "--id-field or --start-id"))
      : startId + BigInt(row - 1);
  const used = new Set([
    ...(startId === null ? [idField] : []),
    ...(named?.values() ?? [vectorField]),
    ...sparse.values(),
    ...(read.sparse?.keys() ?? []),
  ]);
  return `{"id":${id},"vector":${vectorsText(read, plan)},"payload":${payloadText(fields, used, plan)}}`;
}

/** A row that has sparse vectors, or a text, needs no other, unless an option names the field of one. */
function vectorsText({ fields, sparse: columns }: ReadRow, plan: Plan): string {
  const { named, vectorField, isVectorAsked, isTextAsked, sparse } = plan;
  const texts = new Map<string, string>();
  for (const [name, field] of named ?? []) texts.set(name, vectorText(fieldOf(fields, field, "--vector")));
  for (const [name, field] of sparse) texts.set(name, vectorText(fieldOf(fields, field, "--sparse")));
  for (const [field, name] of columns ?? []) {
    const text = fields.get(field);
    if (text !== undefined) texts.set(name, text);
  }
  const isOptional = !isVectorAsked && (isTextAsked || sparse.size > 0 || columns !== undefined);
  if (named !== null || (isOptional && !fields.has(vectorField))) return objectText(texts);
  const vector = vectorText(fieldOf(fields, vectorField, "--vector-field or --vector"));
  if (texts.size === 0) return vector;
  return objectText(new Map([...(membersIn(vector) ?? [["", vector]]), ...texts]));
}

function fieldOf(fields: ReadonlyMap<string, string>, name: string, flags: string): string {
  const text = fields.get(name);
  if (text !== undefined) return text;
  const known = [...fields.keys()].slice(0, 10).map((field) => `"${field}"`);
  throw new InvalidArgument(`there is no field "${name}" (${flags}); it has ${known.join(", ") || "none"}`);
}

/** Returns an id, which may be a number in a text where cells and columns are texts. */
function idText(text: string): string {
  return /^"\d{1,20}"$/.test(text) ? text.slice(1, -1) : text;
}

/** Returns a vector as JSON: `[1, 2]`, also within a text, or numbers with separators. */
function vectorText(text: string): string {
  if (!text.startsWith('"')) return text;
  const inside = (JSON.parse(text) as string).trim();
  if (inside.startsWith("[") || inside.startsWith("{")) return inside;
  return `[${inside.split(/[\s,;|]+/).join(",")}]`;
}

/**
 * Returns the payload: the fields of --payload, or all but id and vector. Members of a field `payload` count as fields.
 */
function payloadText(
  fields: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
  { payload }: Plan,
): string {
  const all = new Map<string, string>();
  for (const [name, text] of fields) {
    if (used.has(name)) continue;
    const inside = name === PAYLOAD ? membersIn(text) : null;
    if (inside === null) all.set(name, text);
    else for (const [key, member] of inside) all.set(key, member);
  }
  if (payload === null) return objectText(all);
  return objectText(
    new Map(payload.flatMap((name) => (all.has(name) ? [[name, all.get(name)!] as const] : []))),
  );
}

function membersIn(text: string): ReadonlyMap<string, string> | null {
  try {
    const json = text.startsWith('"') ? (JSON.parse(text) as string) : text;
    JSON.parse(json);
    const members = membersOf(Buffer.from(json));
    return (
      members && new Map(Array.from(members, ([key, { value }]) => [key, Buffer.from(value).toString()]))
    );
  } catch {
    return null;
  }
}

function objectText(fields: ReadonlyMap<string, string>): string {
  return `{${Array.from(fields, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

/** The names of the vectors of a point; "" is the unnamed one. */
interface VectorForms {
  /** The dimensions by name. */
  readonly dense: ReadonlyMap<string, number>;
  readonly sparse: readonly string[];
}

/** Returns null if they cannot be determined. */
export function formsOf(line: string): VectorForms | null {
  const vector = membersOf(Buffer.from(line))?.get(VECTOR)?.value;
  if (!vector) return null;
  const items = itemsOf(vector);
  if (items) return { dense: new Map([["", items.length]]), sparse: [] };
  const named = membersOf(vector);
  if (!named) return null;
  const sparse = [...named].flatMap(([name, { value }]) => (membersOf(value)?.has("indices") ? [name] : []));
  const dense = [...named].filter(([name]) => !sparse.includes(name));
  return { dense: new Map(dense.map(([name, { value }]) => [name, itemsOf(value)?.length ?? 0])), sparse };
}
