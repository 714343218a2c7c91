// Converts the request of a program to what the reader would have made of its JSON: packed vectors, and payloads as
// bytes.
// The decision: everything is copied, so the caller may change its objects afterwards. Nothing is validated here: a
// value that cannot be packed is left to the validator, whose error is the same as over a network.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { Fields } from "./fields.ts";
import { MAX_JSON_DEPTH } from "./json-limits.ts";
import { exact, isJsonable, isNumbers, writePlain } from "./plain.ts";
import { readRaw } from "./raw.ts";
import { type Shape, shapeOf } from "./shape.ts";
import type { VectorCopies } from "./vector-copies.ts";

const encoder = new TextEncoder();

/** @throws InvalidArgument for a value that contains itself */
export function pack(value: unknown, shape: Shape | undefined, copies: VectorCopies, depth = 0): unknown {
  if (typeof value === "bigint") return exact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_JSON_DEPTH) {
    throw new InvalidArgument(`a request is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  if (isJsonable(value)) return pack(value.toJSON(), shape, copies, depth + 1);
  if (isNumbers(value)) {
    if (shape?.words) return packIndices(value) ?? Array.from(value);
    return shape?.packed ? copies.copy(value) : Array.from(value);
  }
  if (Array.isArray(value)) {
    const packed = (shape?.packed && packNumbers(value)) || (shape?.words && packIndices(value));
    return packed || packItems(value, shape, copies, depth);
  }
  if (shape?.raw) return readRaw(encoder.encode(writePlain(value)), 0);
  const packed = new Fields();
  for (const key of Object.keys(value)) {
    const member: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (member !== undefined) packed[key] = pack(member, shape && shapeOf(shape, key), copies, depth + 1);
  }
  return packed;
}

function packItems(
  items: readonly unknown[],
  shape: Shape | undefined,
  copies: VectorCopies,
  depth: number,
): unknown[] {
  const packed: unknown[] = [];
  // A hole in an array, or an undefined item, is null in JSON.
  for (let i = 0; i < items.length; i++) packed.push(pack(items[i] ?? null, shape?.items, copies, depth + 1));
  return packed;
}

/** @returns undefined if an item is not a number that is finite as a 32-bit float */
function packNumbers(items: readonly unknown[]): Float32Array | undefined {
  const values = new Float32Array(items.length);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item !== "number") return undefined;
    values[i] = item;
    if (!Number.isFinite(values[i])) return undefined;
  }
  return values;
}

/** @returns undefined if an item is not an integer from 0 to 2^32 - 1 */
function packIndices(items: ArrayLike<unknown>): Uint32Array | undefined {
  const indices = new Uint32Array(items.length);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item !== "number") return undefined;
    indices[i] = item;
    if (indices[i] !== item) return undefined;
  }
  return indices;
}
