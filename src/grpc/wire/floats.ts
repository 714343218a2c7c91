// Fields of many floats, as the readers and writers of messages hold them.
// The decision: numbers that come packed, all in one piece, are copied once, as they lie in the message. Those in pieces or
// one by one, which is allowed and nobody does, become plain numbers: so that the time it takes grows with their count only.
// Messages and typed arrays have the same order of bytes: the engine runs on no machine where they have not.
import type { Writer } from "./writer.ts";

export type Floats = Float32Array | number[];

/** What a field holds after more of it was read. */
export function withFloats(held: Floats, packed: Float32Array): Floats {
  if (held.length === 0) return packed;
  const all = plain(held);
  for (const value of packed) all.push(value);
  return all;
}

/** What a field holds after one more was read. */
export function withFloat(held: Floats, value: number): Floats {
  const all = plain(held);
  all.push(value);
  return all;
}

function plain(held: Floats): number[] {
  // A field that holds nothing yet has the list of all such fields, which is never changed.
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
