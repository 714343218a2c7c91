// The built console: the files of dist/ui, each read when it is first requested, or soon after the start, and kept.
// The decision: the names are read once, at the start, into a map from request paths to files. No path of a request is
// used as a path of the file system, so path traversal is impossible. The files are read once the server is ready, so a
// start does not wait for them, and a server that has no free file descriptor later shows its console.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

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

  get encodings(): Encoding[] {
    return [...this.#files.keys()];
  }

  has(encoding: Encoding): boolean {
    return this.#files.has(encoding);
  }

  /** @param encoding one that the asset has @throws the error of the file system if its file has been removed */
  form(encoding: Encoding): Representation {
    const known = this.#read.get(encoding);
    if (known) return known;
    const form = readForm(this.#files.get(encoding)!, encoding);
    this.#read.set(encoding, form);
    return form;
  }
}

/** Files by path, such as `/index.html`; empty if the console has not been built. */
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

/** Finds the files. @param folder may be missing */
export function readAssets(folder: string): Assets {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  const files = filesBelow(folder);
  for (const file of files.filter((name) => !(extname(name) in SUFFIXES))) {
    const forms = new Map<Encoding, string>([["identity", join(folder, file)]]);
    for (const [suffix, encoding] of Object.entries(SUFFIXES))
      if (files.includes(file + suffix)) forms.set(encoding, join(folder, file + suffix));
    assets.set(`/${file.replaceAll(sep, "/")}`, new Asset(TYPES[extname(file)] ?? UNKNOWN_TYPE, forms));
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

function readForm(path: string, encoding: Encoding): Representation {
  const bytes = readFileSync(path);
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, TAG_CHARACTERS);
  return { bytes, etag: `"${digest}-${encoding}"` };
}
