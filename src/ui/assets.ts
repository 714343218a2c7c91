// The built console and documentation: files of dist, each read when it is first requested, or soon after the start,
// and kept.
// The decision: the names are read once, at the start, into a map from request paths to files. No path of a request is
// used as a path of the file system, so path traversal is impossible. The files are read once the server is ready, so a
// start does not wait for them, and a server that has no free file descriptor later shows its console. A file may exist
// in compressed forms only, which keeps the package small; its plain form is made when a client asks for it.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

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
  readonly #files: ReadonlyMap<Encoding, string>;
  readonly #read = new Map<Encoding, Representation>();

  constructor(type: string, files: ReadonlyMap<Encoding, string>) {
    this.type = type;
    this.#files = files;
  }

  /** The encodings that are files. */
  get encodings(): Encoding[] {
    return [...this.#files.keys()];
  }

  has(encoding: Encoding): boolean {
    return this.#files.has(encoding);
  }

  /**
   * @param encoding one that the asset has, or `identity`
   * @throws the error of the file system if its file has been removed
   */
  form(encoding: Encoding): Representation {
    const known = this.#read.get(encoding);
    if (known) return known;
    const form = formOf(this.#bytes(encoding), encoding);
    this.#read.set(encoding, form);
    return form;
  }

  #bytes(encoding: Encoding): Buffer {
    const file = this.#files.get(encoding);
    if (file !== undefined) return readFileSync(file);
    const gzip = this.#files.get("gzip");
    return gzip === undefined
      ? brotliDecompressSync(readFileSync(this.#files.get("br")!))
      : gunzipSync(readFileSync(gzip));
  }
}

/** Files by path, such as `/index.html`; empty if nothing has been built. */
export type Assets = ReadonlyMap<string, Asset>;

const SUFFIXES: Readonly<Record<string, Encoding>> = { ".br": "br", ".gz": "gzip" };
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
  const forms = new Map<string, Map<Encoding, string>>();
  for (const file of filesBelow(folder)) {
    const suffix = extname(file);
    const encoding = SUFFIXES[suffix] ?? "identity";
    const name = encoding === "identity" ? file : file.slice(0, -suffix.length);
    forms.set(name, (forms.get(name) ?? new Map<Encoding, string>()).set(encoding, join(folder, file)));
  }
  for (const [name, files] of forms) {
    const path = `${at}/${name.replaceAll(sep, "/")}`;
    assets.set(path, new Asset(TYPES[extname(name)] ?? UNKNOWN_TYPE, files));
  }
  return assets;
}

/** Reads all files, each in a turn of its own. A file that cannot be read is tried again when it is requested. */
export async function readAhead(assets: Assets): Promise<void> {
  for (const asset of assets.values()) {
    for (const encoding of asset.encodings) {
      await nextTurn();
      try {
        asset.form(encoding);
      } catch {}
    }
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
