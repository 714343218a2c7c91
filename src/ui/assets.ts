// The built console and documentation: files of dist, each read when it is first requested, or soon after the start,
// and kept.
// The decision: the names are read once, at the start, into a map from request paths to files. No path of a request is
// used as a path of the file system, so path traversal is impossible. The files are read once the server is ready, so a
// start does not wait for them, and a server that has no free file descriptor later shows its console. A large file
// exists as brotli only, which keeps the package small. Browsers accept brotli over HTTPS and from the same machine;
// gzip and the plain file are made, in another thread, when the first client asks for them.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, constants, gzip } from "node:zlib";

const plainOf = promisify(brotliDecompress);
const gzipOf = promisify(gzip);

/** The encodings, the preferred one first. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number] | "identity";

/** One encoded form of a file. */
interface Representation {
  readonly bytes: Buffer;
  /** A strong ETag, which differs for each form (RFC 9110, section 8.8.3.3). */
  readonly etag: string;
}

export class Asset {
  readonly type: string;
  readonly #file: string;
  /** Whether the file is brotli, so that there are all forms, and not the plain one alone. */
  readonly #isCompressed: boolean;
  readonly #forms = new Map<Encoding, Promise<Representation>>();

  constructor(type: string, file: string, isCompressed: boolean) {
    this.type = type;
    this.#file = file;
    this.#isCompressed = isCompressed;
  }

  has(encoding: Encoding): boolean {
    return this.#isCompressed || encoding === "identity";
  }

  /** Reads the file, so that all forms can be made without it. */
  async read(): Promise<void> {
    await this.form(this.#isCompressed ? "br" : "identity");
  }

  /**
   * Returns the file in one of the encodings that the asset has.
   * @throws the error of the file system if its file has been removed
   */
  form(encoding: Encoding): Promise<Representation> {
    const known = this.#forms.get(encoding);
    if (known) return known;
    const form = this.#bytes(encoding).then((bytes) => formOf(bytes, encoding));
    this.#forms.set(encoding, form);
    // The next request tries again.
    form.catch(() => this.#forms.delete(encoding));
    return form;
  }

  async #bytes(encoding: Encoding): Promise<Buffer> {
    if (encoding === (this.#isCompressed ? "br" : "identity")) return readFileSync(this.#file);
    if (encoding === "identity") return plainOf((await this.form("br")).bytes);
    const { bytes } = await this.form("identity");
    return gzipOf(bytes, { level: constants.Z_BEST_COMPRESSION });
  }
}

/** Files by path, such as `/index.html`; empty if nothing has been built. */
export type Assets = ReadonlyMap<string, Asset>;

const COMPRESSED = ".br";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
const UNKNOWN_TYPE = "application/octet-stream";
/** The characters of a digest that are used as the ETag. */
const TAG_CHARACTERS = 22;

/**
 * Finds the files.
 * @param folder may be missing
 * @param at the request path of the folder, without a slash at its end
 */
export function readAssets(folder: string, at = ""): Assets {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  for (const file of filesBelow(folder)) {
    const isCompressed = extname(file) === COMPRESSED;
    const name = isCompressed ? file.slice(0, -COMPRESSED.length) : file;
    const type = TYPES[extname(name)] ?? UNKNOWN_TYPE;
    assets.set(`${at}/${name.replaceAll(sep, "/")}`, new Asset(type, join(folder, file), isCompressed));
  }
  return assets;
}

/** Reads all files, each in a turn of its own. A file that cannot be read is tried again when it is requested. */
export async function readAhead(assets: Assets): Promise<void> {
  for (const asset of assets.values()) {
    await nextTurn();
    await asset.read().catch(() => {});
  }
}

/** Returns regular files only, because a link may point anywhere. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function formOf(bytes: Buffer, encoding: Encoding): Representation {
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, TAG_CHARACTERS);
  return { bytes, etag: `"${digest}-${encoding}"` };
}
