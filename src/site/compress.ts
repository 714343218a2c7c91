// Compressed copies of the files of the site.
// The decision: a large file is kept as gzip only, because it is several hundred kilobytes in each form, and the server
// makes the plain one if a client asks for it. Browsers accept brotli over HTTPS only, so gzip is the form for all.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The least size in bytes for which a compressed copy is made. */
const WORTH_COMPRESSING = 512;
/** Files of more bytes that are no pages are kept as gzip only. */
const LARGE = 128 * 1024;
const COMPRESSED = [".br", ".gz", ".png"];
const DIGEST_CHARACTERS = 8;

/** Returns the part of a name that changes with the contents. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, DIGEST_CHARACTERS).toUpperCase();
}

export function compressAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compressAll(path);
    else if (!COMPRESSED.includes(extname(path))) compress(path);
  }
}

function compress(path: string): void {
  const bytes = readFileSync(path);
  if (bytes.length < WORTH_COMPRESSING) return;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  if (bytes.length > LARGE && extname(path) !== ".html") {
    rmSync(path);
    return;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}
