// Fields of many floats, in the form that the readers and writers of messages use.
// The decision: packed numbers in one piece are copied once, as they are in the message. Numbers in several pieces or
// one by one, which is allowed and not used by clients, become plain numbers, so the time grows only with their count.
// Messages and typed arrays have the same byte order, because the engine runs on little-endian machines only.
import type { Writer } from "./writer.ts";

export type Floats = Float32Array | number[];

/** Returns the value of a field after more packed numbers. */
export function withFloats(held: Floats, packed: Float32Array): Floats {
  if (held.length === 0) return packed;
  const all = plain(held);
  for (const value of packed) all.push(value);
  return all;
}

/** Returns the value of a field after one more number. */
export function withFloat(held: Floats, value: number): Floats {
  const all = plain(held);
  all.push(value);
  return all;
}

function plain(held: Floats): number[] {
  // A field without a value has the empty list that all such fields share and that is never changed.
  return Array.isArray(held) && held.length > 0 ? held : Array.from(held);
}

/** @param writer after the tag of the field */
export function writeFloats(writer: Writer, values: Floats): void {
  if (values instanceof Float32Array) {
    writer.bytes(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    return;
  }
  const start = writer.fork();
  for (const value of values) writer.float(value);
  writer.join(start);
}
