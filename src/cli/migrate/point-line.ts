// Builds the line of a point from the texts of a row of another database.
// The decision: a text that is no UUID becomes the UUID of version 5 of that text, and the text stays in the payload. A
// field of the payload that is there already is never replaced: the row is rejected, and the message names the option.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { singleLine } from "../../json/one-line.ts";
import { membersOf } from "../../json/raw-parts.ts";
import type { SourceRow } from "./source-database.ts";
import { uuid5 } from "./uuid5.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INTEGER = /^(?:0|[1-9]\d{0,19})$/;
const MAX_U64 = 2n ** 64n - 1n;

/** The parts of a point, each as JSON. */
interface PointParts {
  /** A number or a UUID, without quotes. */
  readonly id: string;
  /** By vector name; "" is the unnamed one. */
  readonly vectors: ReadonlyMap<string, string>;
  /** The whole object, or its fields. */
  readonly payload: string | ReadonlyMap<string, string>;
}

/** Returns the id of a point for a text, and whether it has to be kept in the payload as well. */
export function idOfText(text: string): { readonly id: string; readonly isDerived: boolean } {
  const isDerived = !UUID.test(text);
  return { id: isDerived ? uuid5(text) : text, isDerived };
}

/** Tells whether a text is an unsigned integer of 64 bits, as a number of JSON is written. */
export function isU64(text: string): boolean {
  return INTEGER.test(text) && BigInt(text) <= MAX_U64;
}

/** Joins the parts to the line that is sent. */
function lineOf({ id, vectors, payload }: PointParts): string {
  const only = vectors.size === 1 ? vectors.get("") : undefined;
  const vector = only ?? objectText(vectors);
  const object = typeof payload === "string" ? payload : objectText(payload);
  return singleLine(`{"id":${isU64(id) ? id : `"${id}"`},"vector":${vector},"payload":${object}}`);
}

/** Adds a field to a payload. @throws InvalidArgument if the payload has it already */
export function addField(payload: Map<string, string>, name: string, text: string, flag: string): void {
  if (payload.has(name)) throw new InvalidArgument(`it has a field "${name}" already: say ${flag} NAME`);
  payload.set(name, text);
}

/** Returns the members of an object as texts; none for null. @throws InvalidArgument for another value */
export function fieldsOf(value: Uint8Array | undefined, what: string): Map<string, string> {
  if (isNothing(value)) return new Map();
  const members = membersOf(value!);
  if (members === null) throw new InvalidArgument(`${what}: expected an object`);
  return new Map(Array.from(members, ([name, member]) => [name, textOfBytes(member.value)]));
}

/** Returns a row, or one with a fault if its parts cannot be put together. */
export function rowOf(at: Pick<SourceRow, "key" | "after" | "source">, parts: () => PointParts): SourceRow {
  const source = singleLine(at.source);
  const { key, after } = at;
  try {
    const point = parts();
    return { key, after, source, id: point.id, line: lineOf(point), fault: null };
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    return { key, after, source, id: null, line: null, fault: error.message };
  }
}

export function isNothing(value: Uint8Array | undefined): boolean {
  return value === undefined || textOfBytes(value) === "null";
}

export function textOfBytes(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.length).toString();
}

export function objectText(fields: ReadonlyMap<string, string>): string {
  return `{${Array.from(fields, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}
