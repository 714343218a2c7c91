// Arrays of NumPy in a file (.npy, versions 1 to 3): two axes of 32- or 64-bit floats, little endian, in C order.

const MAGIC = "\u0093NUMPY";
const PREFIX = 10;
const ALIGN = 64;

export interface NpyHead {
  /** The position of the values. */
  readonly offset: number;
  readonly rows: number;
  readonly size: number;
  /** The bytes of one value. */
  readonly width: 4 | 8;
}

/** Parses the header; undefined if more bytes are needed. @throws Error saying what is not supported */
export function npyHead(bytes: Uint8Array): NpyHead | undefined {
  if (bytes.length < PREFIX + 2) return undefined;
  if (latin(bytes.subarray(0, MAGIC.length)) !== MAGIC) throw new Error("This is not a .npy file");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const isFirst = view.getUint8(6) === 1;
  const length = isFirst ? view.getUint16(8, true) : view.getUint32(8, true);
  const offset = PREFIX + (isFirst ? 0 : 2) + length;
  if (bytes.length < offset) return undefined;
  const text = latin(bytes.subarray(offset - length, offset));
  const type = /'descr':\s*'([^']*)'/.exec(text)?.[1];
  if (type !== "<f4" && type !== "<f8")
    throw new Error(`Values of type ${type ?? "unknown"}: expected <f4 or <f8, little-endian floats`);
  if (/'fortran_order':\s*True/.test(text))
    throw new Error("The array is stored column by column; save it with numpy.ascontiguousarray");
  const shape = /'shape':\s*\((\d+),\s*(\d+),?\)/.exec(text);
  if (!shape) throw new Error("The array has not two axes: expected (points, dimensions)");
  return { offset, rows: Number(shape[1]), size: Number(shape[2]), width: type === "<f4" ? 4 : 8 };
}

/** Returns the values of one row. */
export function npyRow(bytes: Uint8Array, { size, width }: NpyHead): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: size }, (_, i) =>
    width === 4 ? view.getFloat32(i * 4, true) : view.getFloat64(i * 8, true),
  );
}

/** Returns the bytes before the values, for 32-bit floats. */
export function npyPrefix(rows: number, size: number): Uint8Array<ArrayBuffer> {
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${size}), }`;
  const whole = Math.ceil((PREFIX + dict.length + 1) / ALIGN) * ALIGN;
  const text = `${dict.padEnd(whole - PREFIX - 1)}\n`;
  const length = String.fromCharCode(text.length & 0xff, text.length >> 8);
  return Uint8Array.from(`${MAGIC}\u0001\u0000${length}${text}`, (char) => char.charCodeAt(0));
}

function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
