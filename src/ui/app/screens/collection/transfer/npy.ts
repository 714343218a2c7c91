// Arrays of NumPy in a file (.npy, versions 1 to 3): two axes of 32- or 64-bit floats, little endian, in C order.
import { NPY_MAGIC, npyArray } from "../../../../../shared/npy.ts";

const PREFIX = 10;

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
  if (latin(bytes.subarray(0, NPY_MAGIC.length)) !== NPY_MAGIC) throw new Error("This is not a .npy file");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const isFirst = view.getUint8(6) === 1;
  const length = isFirst ? view.getUint16(8, true) : view.getUint32(8, true);
  const offset = PREFIX + (isFirst ? 0 : 2) + length;
  if (bytes.length < offset) return undefined;
  const { type, shape, isByColumns } = npyArray(latin(bytes.subarray(offset - length, offset)));
  if (type !== "<f4" && type !== "<f8")
    throw new Error(`Values of type ${type || "unknown"}: expected <f4 or <f8, little-endian floats`);
  if (isByColumns)
    throw new Error("The array is stored column by column; save it with numpy.ascontiguousarray");
  const axes = /^(\d+),\s*(\d+),?$/.exec(shape);
  if (!axes) throw new Error("The array has not two axes: expected (points, dimensions)");
  return { offset, rows: Number(axes[1]), size: Number(axes[2]), width: type === "<f4" ? 4 : 8 };
}

/** Returns the values of one row. */
export function npyRow(bytes: Uint8Array, { size, width }: NpyHead): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: size }, (_, i) =>
    width === 4 ? view.getFloat32(i * 4, true) : view.getFloat64(i * 8, true),
  );
}

function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
