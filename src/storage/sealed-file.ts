// Small JSON files with a checksum: roots and manifests of checkpoints, and the format of a directory.
// The decision: they are text, so that an operator can read them; the first line has their kind, version, checksum and
// length. They are written as a whole, put in place by rename, and never changed.
//
//   AZIMUTH <kind> <version> crc32=<8 hex digits> bytes=<decimal>\n     one line of ASCII
//   <JSON in UTF-8>\n                                                   this many bytes, with the \n
// The CRC-32 is zlib's, of the first line up to the space before "crc32", and of these bytes. The first line is the
// same in every version, so that a newer file can be distinguished from a damaged one.
import { DamagedFile } from "../errors/failures.ts";
import { StartRefused } from "../errors/server.ts";
import { readKept, writeKept } from "../json/kept.ts";
import { type FileSystem, joinPath, readFile, writeFileDurably } from "./fs.ts";

export interface SealedKind {
  readonly kind: string;
  /** The version that is written; lower ones can be read. */
  readonly version: number;
}

type Sums = Pick<FileSystem, "crc32">;

interface Opened {
  readonly version: number;
  readonly value: unknown;
}

const HEAD = /^(AZIMUTH ([a-z-]+) (\d+)) crc32=([0-9a-f]{8}) bytes=(\d+)\n/;
const MAX_HEAD_BYTES = 128;

/** Writes a sealed file, which is durable when it returns. */
export function writeSealed(
  fs: FileSystem,
  dir: string,
  name: string,
  kind: SealedKind,
  value: unknown,
): void {
  writeFileDurably(fs, dir, name, sealedParts(fs, kind, value)).close();
}

/** Returns the bytes of a sealed file. */
export function sealedParts(fs: Sums, { kind, version }: SealedKind, value: unknown): Uint8Array[] {
  const body = new TextEncoder().encode(`${writeKept(value)}\n`);
  const title = `AZIMUTH ${kind} ${version}`;
  const crc = crcOf(fs, title, body).toString(16).padStart(8, "0");
  const head = new TextEncoder().encode(`${title} crc32=${crc} bytes=${body.length}\n`);
  return [head, body];
}

/**
 * Reads the value of a sealed file, or undefined if there is none.
 * @throws DamagedFile, StartRefused when a newer version wrote it
 */
export function readSealed(fs: FileSystem, path: string, kind: SealedKind): unknown {
  return openSealed(fs, path, kind)?.value;
}

/** Returns the version of the file. See {@link readSealed}. */
export function versionOf(fs: FileSystem, path: string, kind: SealedKind): number | undefined {
  return openSealed(fs, path, kind)?.version;
}

function openSealed(fs: FileSystem, path: string, kind: SealedKind): Opened | undefined {
  const bytes = readFile(fs, path);
  return bytes && unseal(fs, path, bytes, kind);
}

/** Decodes the bytes of a sealed file. @param path the name for errors. @throws DamagedFile, StartRefused */
export function unseal(fs: Sums, path: string, bytes: Uint8Array, { kind, version }: SealedKind): Opened {
  const head = HEAD.exec(new TextDecoder("latin1").decode(bytes.subarray(0, MAX_HEAD_BYTES)));
  if (head === null) throw new DamagedFile(path, 0, `it does not begin as a ${kind}`);
  const [line, title, foundKind, foundVersion, crc, count] = head;
  const body = bytes.subarray(line.length);
  if (body.length !== Number(count)) {
    throw new DamagedFile(path, bytes.length, `it should have ${count} bytes after its first line`);
  }
  if (crcOf(fs, title!, body) !== Number.parseInt(crc!, 16)) {
    throw new DamagedFile(path, 0, "it does not match its CRC");
  }
  if (foundKind !== kind) throw new DamagedFile(path, 0, `it is a ${foundKind} and no ${kind}`);
  if (Number(foundVersion) > version) {
    throw new StartRefused(
      `${path} is a ${kind} of version ${foundVersion}, this server knows versions up to ${version}; start a newer server`,
    );
  }
  return { version: Number(foundVersion), value: readKept(new TextDecoder().decode(body)) };
}

function crcOf(fs: Sums, title: string, body: Uint8Array): number {
  return fs.crc32(body, fs.crc32(new TextEncoder().encode(title)));
}

/** Removes incomplete files that a crash left in a directory of sealed files. */
export function removeHalfMade(fs: FileSystem, dir: string): void {
  for (const name of fs.list(dir)) if (name.endsWith(".tmp")) fs.remove(joinPath(dir, name));
}
