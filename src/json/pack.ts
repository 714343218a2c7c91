// What a program hands over, made into what the reader would have made of its JSON: vectors packed, payloads as bytes.
// The decision: everything is copied, so that whoever calls may go on changing what was handed over; and nothing is
// judged: what cannot be packed is left for the validator, which names it as it would over a network.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { Fields } from "./fields.ts";
import { MAX_JSON_DEPTH } from "./json-limits.ts";
import { exact, isJsonable, isNumbers, writePlain } from "./plain.ts";
import { readRaw } from "./raw.ts";
import { type Shape, shapeOf } from "./shape.ts";

const encoder = new TextEncoder();

/** @throws InvalidArgument for what contains itself */
export function pack(value: unknown, shape: Shape | undefined, depth = 0): unknown {
  if (typeof value === "bigint") return exact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_JSON_DEPTH) {
    throw new InvalidArgument(`a request is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  if (isJsonable(value)) return pack(value.toJSON(), shape, depth + 1);
  if (isNumbers(value)) return shape?.packed ? new Float32Array(value) : Array.from(value);
  if (Array.isArray(value)) return (shape?.packed && packNumbers(value)) || packItems(value, shape, depth);
  if (shape?.raw) return readRaw(encoder.encode(writePlain(value)), 0);
  const packed = new Fields();
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) packed[key] = pack(member, shape && shapeOf(shape, key), depth + 1);
  }
  return packed;
}

function packItems(items: readonly unknown[], shape: Shape | undefined, depth: number): unknown[] {
  // A hole, or an item that is nothing, is null in JSON.
  return Array.from(items, (item) => pack(item ?? null, shape?.items, depth + 1));
}

/** @returns undefined when some item is no number that is finite as a 32-bit float */
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
