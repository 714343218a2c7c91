// Compresses the files of a site, in place: the console and the documentation.
// The decision: a file that is worth compressing exists as brotli only, which is its smallest form. The server makes
// the other forms when a client asks for them (see ui/assets.ts), so the package has every file once.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** The least size in bytes for which a file is compressed. */
const WORTH_COMPRESSING = 512;
/** Kinds of files that compression hardly makes smaller. */
const NOT_COMPRESSED = [".png", ".woff2", ".i8"];
const PARAMS = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** Replaces each file below the folder by its compressed form, named with `.br`, where that is smaller. */
export function compressAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compressAll(path);
    else if (!NOT_COMPRESSED.includes(extname(path))) compress(path);
  }
}

function compress(path: string): void {
  const bytes = readFileSync(path);
  if (bytes.length < WORTH_COMPRESSING) return;
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: PARAMS }));
  rmSync(path);
}
