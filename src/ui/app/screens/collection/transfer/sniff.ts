// Finds out what a file is from its first bytes: the format, the encoding of its text, the separator of its fields.
// The decision: the content decides and not the name. Text that is no UTF-8 is read as Windows-1252, and the screen
// says so; what is no text is refused before a row is made of it.

export const FORMATS = {
  jsonl: "JSON lines",
  json: "JSON array",
  csv: "CSV",
  npy: "NumPy (.npy)",
  parquet: "Parquet",
} as const;
export type Format = keyof typeof FORMATS;

export const ENCODINGS = { "utf-8": "UTF-8", "utf-16le": "UTF-16", "windows-1252": "Windows-1252" } as const;
export type Encoding = keyof typeof ENCODINGS | "utf-16be";

/** How a file is read. */
export interface Reading {
  readonly format: Format;
  /** The separator of the fields of CSV. */
  readonly comma: string;
  /** The encoding of text. */
  readonly encoding: Encoding;
}

const SEPARATORS = [",", ";", "\t", "|"];
/** Records that are compared to find the separator. */
const SAMPLE_LINES = 20;
const NPY = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const PARQUET = [0x50, 0x41, 0x52, 0x31];

/** Returns how a file is to be read. @throws Error if it is of no known format */
export function sniff(head: Uint8Array): Reading {
  const plain = { comma: ",", encoding: "utf-8" } as const;
  if (begins(head, NPY)) return { format: "npy", ...plain };
  if (begins(head, PARQUET)) return { format: "parquet", ...plain };
  const encoding = encodingOf(head);
  if (encoding === null)
    throw new Error("This file is of no known format: JSON lines, a JSON array, CSV, Parquet or .npy");
  const text = new TextDecoder(encoding).decode(head);
  const [first] = text.trimStart();
  if (first === "[") return { format: "json", comma: ",", encoding };
  if (first === "{") return { format: "jsonl", comma: ",", encoding };
  return { format: "csv", comma: separatorOf(text), encoding };
}

function begins(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

/** Returns the encoding of a text; null if the bytes are no text. */
function encodingOf(head: Uint8Array): Encoding | null {
  if (begins(head, [0xff, 0xfe])) return "utf-16le";
  if (begins(head, [0xfe, 0xff])) return "utf-16be";
  if (head.includes(0)) return isWide(head) ? "utf-16le" : null;
  if (isUtf8(head)) return "utf-8";
  const controls = head.filter((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  return controls.length > head.length / 100 ? null : "windows-1252";
}

/** Returns whether every second byte is mostly zero, as in western texts in UTF-16. */
function isWide(head: Uint8Array): boolean {
  const zeros = head.filter((byte, i) => i % 2 === 1 && byte === 0).length;
  const others = head.filter((byte, i) => i % 2 === 0 && byte === 0).length;
  return zeros > head.length * 0.3 && others === 0;
}

/** Returns whether bytes are UTF-8; the last character may be cut off. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns the separator that the first lines have equally often, and most of it. */
function separatorOf(text: string): string {
  const lines = text.split(/\r?\n/).slice(0, SAMPLE_LINES);
  // The last line may be cut off, and quoted fields may have any character.
  const whole = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== "");
  const bare = whole.map((line) => line.replace(/"[^"]*"/g, ""));
  const score = (separator: string): number => {
    const counts = bare.map((line) => line.split(separator).length - 1);
    const [head = 0] = counts;
    const alike = counts.filter((one) => one === head).length;
    return head === 0 ? 0 : alike / counts.length + head / 1_000;
  };
  return SEPARATORS.reduce((best, one) => (score(one) > score(best) ? one : best));
}
