// Fields of many floats, as the readers and writers of messages hold them (proto/packed-floats.ts).
// The decision: numbers that come packed, all in one piece, are copied once, as they lie in the message. Those in pieces or
// one by one, which is allowed and nobody does, become plain numbers: so that the time it takes grows with their count only.
// Messages and typed arrays have the same order of bytes: the engine runs on no machine where they have not.
import type { BinaryWriter } from "@bufbuild/protobuf/wire";

export type Floats = Float32Array | number[];

const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** What a field holds after more of it was read. @param packed the bytes of floats */
export function withFloats(held: Floats, packed: Uint8Array): Floats {
  const { buffer, byteOffset, byteLength } = packed;
  if (byteLength % BYTES > 0) throw new Error("a length in the message is wrong");
  const floats = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  if (held.length === 0) return floats;
  const all = plain(held);
  for (const value of floats) all.push(value);
  return all;
}

/** What a field holds after one more was read. */
export function withFloat(held: Floats, value: number): Floats {
  const all = plain(held);
  all.push(value);
  return all;
}

function plain(held: Floats): number[] {
  return Array.isArray(held) ? held : Array.from(held);
}

/** @param writer after the tag of the field */
export function writeFloats(writer: BinaryWriter, values: Floats): void {
  if (values instanceof Float32Array) {
    writer.bytes(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    return;
  }
  writer.fork();
  for (const value of values) writer.float(value);
  writer.join();
}
