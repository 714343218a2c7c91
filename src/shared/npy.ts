// The header of NumPy's files of one array (.npy), read and written; for the command line and the console.
// The decision: what is written has 32-bit floats and two axes, and its header has 128 bytes for every count of rows,
// so it can be written when the rows are known.

export const NPY_MAGIC = "\u0093NUMPY";
const PREFIX = 10;
const ALIGN = 64;

/** The description of an array in a header. */
interface NpyArray {
  /** As NumPy names it, such as `<f4`; empty: none is given. */
  readonly type: string;
  /** The text in the parentheses. */
  readonly shape: string;
  readonly isByColumns: boolean;
}

/** @param header the dictionary, as a text */
export function npyArray(header: string): NpyArray {
  return {
    type: /'descr':\s*'([^']+)'/.exec(header)?.[1] ?? "",
    shape: /'shape':\s*\(([^)]*)\)/.exec(header)?.[1] ?? "",
    isByColumns: /'fortran_order':\s*True/.test(header),
  };
}

/** Returns the bytes before the values, for 32-bit floats. */
export function npyPrefix(rows: number, size: number): Uint8Array<ArrayBuffer> {
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${size}), }`;
  const whole = Math.ceil((PREFIX + dict.length + 1) / ALIGN) * ALIGN;
  const text = `${dict.padEnd(whole - PREFIX - 1)}\n`;
  const length = String.fromCharCode(text.length & 0xff, text.length >> 8);
  return Uint8Array.from(`${NPY_MAGIC}\u0001\u0000${length}${text}`, (char) => char.charCodeAt(0));
}
