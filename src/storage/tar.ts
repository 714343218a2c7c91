// The headers of a tar archive in the format ustar (POSIX.1-1988): one of 512 bytes in front of the bytes of each file.
// The decision: an archive contains regular files alone; directories follow from their names. A header of anything else
// is refused, so no reader has to know what a link or a device would mean.
//
//      0  name, 100 bytes     100  mode      108  uid    116  gid    124  size, 12 digits
//    136  mtime               148  checksum  156  type   157  name of a link
//    257  "ustar", version    265  names of user and group  329  device   345  prefix of the name, 155 bytes
//
// Numbers are octal digits. A size that needs more than 11 of them has the highest bit of the field set and is binary,
// big endian, as GNU tar writes it. Two blocks of zeros end an archive.
import { InvalidArgument } from "../errors/invalid-argument.ts";

export const BLOCK_BYTES = 512;
export const END_BYTES = 2 * BLOCK_BYTES;

const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const SIZE = { at: 124, bytes: 12 } as const;
const CHECKSUM = { at: 148, bytes: 8 } as const;
const TYPE_AT = 156;
const MAGIC_AT = 257;
const PREFIX_AT = 345;
const MAGIC = "ustar";
const REGULAR = "0";
/** For its owner alone. */
const MODE = 0o600;
const SPACE = " ".charCodeAt(0);
const BINARY = 0x80;
const MAX_OCTAL_SIZE = 8 ** (SIZE.bytes - 1) - 1;

export interface TarHeader {
  readonly name: string;
  readonly bytes: number;
  /** Seconds since 1970. */
  readonly modified: number;
}

/** @throws InvalidArgument if the name cannot be written */
export function encodeHeader({ name, bytes, modified }: TarHeader): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  const [prefix, rest] = splitName(name);
  writeText(block, 0, rest);
  writeOctal(block, 100, 8, MODE);
  writeOctal(block, 108, 8, 0);
  writeOctal(block, 116, 8, 0);
  writeSize(block, bytes);
  writeOctal(block, 136, 12, Math.max(0, Math.floor(modified)));
  writeText(block, TYPE_AT, REGULAR);
  writeText(block, MAGIC_AT, `${MAGIC}\u000000`);
  writeOctal(block, 329, 8, 0);
  writeOctal(block, 337, 8, 0);
  writeText(block, PREFIX_AT, prefix);
  writeText(block, CHECKSUM.at, `${checksumOf(block).toString(8).padStart(6, "0")}\u0000 `);
  return block;
}

/**
 * Decodes the header of a regular file.
 * @param at where it is in the archive, for errors
 * @throws InvalidArgument if it is damaged, or of something else
 */
export function decodeHeader(block: Uint8Array, at: number): TarHeader {
  const damaged = (what: string) => new InvalidArgument(`the tar archive is damaged at byte ${at}: ${what}`);
  if (octalIn(block, CHECKSUM.at, CHECKSUM.bytes) !== checksumOf(block)) {
    throw damaged("the header does not match its checksum");
  }
  const name = [textIn(block, PREFIX_AT, PREFIX_BYTES), textIn(block, 0, NAME_BYTES)]
    .filter((part) => part !== "")
    .join("/");
  const type = String.fromCharCode(block[TYPE_AT] || REGULAR.charCodeAt(0));
  if (type !== REGULAR) {
    throw new InvalidArgument(
      `the tar archive contains ${JSON.stringify(name)} at byte ${at}, of type ${JSON.stringify(type)}: ` +
        "only regular files are read, no links, devices or directories",
    );
  }
  if (textIn(block, MAGIC_AT, MAGIC.length) !== MAGIC) throw damaged("the header is not in the format ustar");
  const bytes = sizeIn(block);
  if (bytes === null) throw damaged("the size is not a number");
  return { name, bytes, modified: octalIn(block, 136, 12) ?? 0 };
}

/** Returns the number of zeros behind a file, which fill its last block. */
export function paddingAfter(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** Splits a name at a slash into a prefix and a rest that fit into their fields. */
function splitName(name: string): [prefix: string, rest: string] {
  // Each byte is one character, so that lengths are those of the fields.
  const text = String.fromCharCode(...new TextEncoder().encode(name));
  if (text.length <= NAME_BYTES) return ["", text];
  for (let slash = text.indexOf("/"); slash >= 0; slash = text.indexOf("/", slash + 1)) {
    const [prefix, rest] = [text.slice(0, slash), text.slice(slash + 1)];
    if (prefix.length <= PREFIX_BYTES && rest.length <= NAME_BYTES && rest !== "") return [prefix, rest];
  }
  throw new InvalidArgument(
    `${JSON.stringify(name)} is too long for a tar archive: expected at most ${NAME_BYTES} bytes behind a slash and ` +
      `${PREFIX_BYTES} before it`,
  );
}

/** Adds up all bytes of a header, with spaces in place of its checksum. */
function checksumOf(block: Uint8Array): number {
  const end = CHECKSUM.at + CHECKSUM.bytes;
  return block.reduce((sum, byte, i) => sum + (i >= CHECKSUM.at && i < end ? SPACE : byte), 0);
}

function writeSize(block: Uint8Array, bytes: number): void {
  if (bytes <= MAX_OCTAL_SIZE) {
    writeOctal(block, SIZE.at, SIZE.bytes, bytes);
    return;
  }
  block[SIZE.at] = BINARY;
  new DataView(block.buffer, block.byteOffset).setBigUint64(SIZE.at + SIZE.bytes - 8, BigInt(bytes));
}

/** Returns the size; null if it is none, or larger than a number can be. */
function sizeIn(block: Uint8Array): number | null {
  if (!(block[SIZE.at]! & BINARY)) return octalIn(block, SIZE.at, SIZE.bytes);
  const [first, ...digits] = block.subarray(SIZE.at, SIZE.at + SIZE.bytes);
  const size = digits.reduce((sum, byte) => sum * 256 + byte, first! & ~BINARY);
  return Number.isSafeInteger(size) ? size : null;
}

function writeOctal(block: Uint8Array, at: number, field: number, value: number): void {
  writeText(block, at, value.toString(8).padStart(field - 1, "0"));
}

/** Returns a number of octal digits between spaces and zero bytes; null if it is none. */
function octalIn(block: Uint8Array, at: number, field: number): number | null {
  const text = String.fromCharCode(...block.subarray(at, at + field));
  const digits = /^ *([0-7]+)[ \0]*$/.exec(text)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}

/** Writes a text of which each character is a byte. */
function writeText(block: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) block[at + i] = text.charCodeAt(i);
}

function textIn(block: Uint8Array, at: number, field: number): string {
  const bytes = block.subarray(at, at + field);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
