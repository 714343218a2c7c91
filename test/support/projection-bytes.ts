// Encodes a map like the server, for tests of the console's decoder.
interface Parts {
  readonly header: Readonly<Record<string, unknown>>;
  /** The header as text, for digits that numbers lose. */
  readonly headerText?: string;
  readonly lists: readonly (Float32Array | Uint32Array)[];
}

const PREFIX_BYTES = 8;
const SPACE = 0x20;

export function projectionBytes({ header, headerText, lists }: Parts): ArrayBuffer {
  const text = new TextEncoder().encode(headerText ?? JSON.stringify(header));
  const padded = Math.ceil((PREFIX_BYTES + text.length) / 8) * 8 - PREFIX_BYTES;
  const size = lists.reduce((sum, list) => sum + list.byteLength, PREFIX_BYTES + padded);
  const bytes = new Uint8Array(size).fill(SPACE, PREFIX_BYTES, PREFIX_BYTES + padded);
  bytes.set(new TextEncoder().encode("AZP1"));
  new DataView(bytes.buffer).setUint32(4, padded, true);
  bytes.set(text, PREFIX_BYTES);
  let at = PREFIX_BYTES + padded;
  for (const list of lists) {
    bytes.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), at);
    at += list.byteLength;
  }
  return bytes.buffer;
}
