// The binary format of a projection, which a browser draws without parsing numbers.
// The decision: one block of little-endian numbers after a JSON header. Each list begins where a typed array can view
// it, because fifty thousand points with their neighbours as JSON would take longer to read than to find.
//
//   "AZP1" | u32 bytes of the header | header, padded with spaces so that 8 + its bytes is a multiple of 8
//   | f32 x, y of each point | u32 neighbours of each point | f32 distances to them
//
//   header      { count, total, dimension, neighbors, neighbors_share, variance, time_ms, ids, values }
//   neighbours  `neighbors` for each point, nearest first, as positions in this list; 0xffffffff after the last
//   distances   those of the metric, lower is nearer; NaN after the last

const MAGIC = "AZP1";
const PREFIX_BYTES = 8;
const ALIGNMENT = 8;
const SPACE = 0x20;
const WORD_BYTES = 4;

/** The lists after the header, in their order. */
type Lists = readonly (Float32Array | Uint32Array)[];

const encoder = new TextEncoder();

/** @param header its bytes, in pieces */
export function projectionBytes(header: readonly Uint8Array[], lists: Lists): Uint8Array {
  const headerBytes = header.reduce((sum, piece) => sum + piece.length, 0);
  const padded = Math.ceil((PREFIX_BYTES + headerBytes) / ALIGNMENT) * ALIGNMENT - PREFIX_BYTES;
  const listBytes = lists.reduce((sum, list) => sum + list.byteLength, 0);
  const bytes = new Uint8Array(PREFIX_BYTES + padded + listBytes);
  bytes.set(encoder.encode(MAGIC));
  new DataView(bytes.buffer).setUint32(MAGIC.length, padded, true);
  bytes.fill(SPACE, PREFIX_BYTES, PREFIX_BYTES + padded);
  let at = PREFIX_BYTES;
  for (const piece of header) {
    bytes.set(piece, at);
    at += piece.length;
  }
  at = PREFIX_BYTES + padded;
  for (const list of lists) {
    putWords(bytes, at, list);
    at += list.byteLength;
  }
  return bytes;
}

/** Writes numbers as little-endian; a big-endian machine reverses their bytes. */
function putWords(bytes: Uint8Array, at: number, list: Float32Array | Uint32Array): void {
  bytes.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), at);
  if (IS_LITTLE_ENDIAN) return;
  for (let end = at + list.byteLength; at < end; at += WORD_BYTES)
    bytes.subarray(at, at + WORD_BYTES).reverse();
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
