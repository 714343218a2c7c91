// The names of a file system of our own: files and directories by their paths.
// The decision: files by path, and directories as a set of paths. Finding one is one look-up, which is what happens all
// the time; listing and renaming walk through all names, which is rare and, with thousands of them, quick enough.
import { parentOf } from "./fs.ts";

export class NameTree<File> {
  readonly #files = new Map<string, File>();
  readonly #dirs = new Set<string>();

  get files(): ReadonlyMap<string, File> {
    return this.#files;
  }

  get dirs(): ReadonlySet<string> {
    return this.#dirs;
  }

  /** @returns whether there was something to make */
  mkdir(path: string): boolean {
    if (this.#dirs.has(path)) return false;
    for (let at = path; at !== "" && !this.#dirs.has(at); at = parentOf(at)) this.#dirs.add(at);
    return true;
  }

  list(path: string): string[] {
    if (!this.#dirs.has(path)) throw failure("ENOENT", path);
    const inside = [...this.#files.keys(), ...this.#dirs].filter((name) => name.startsWith(`${path}/`));
    return [...new Set(inside.map((name) => name.slice(path.length + 1).split("/")[0]!))];
  }

  exists(path: string): boolean {
    return this.#files.has(path) || this.#dirs.has(path);
  }

  /** @throws ENOENT */
  at(path: string): File {
    const file = this.#files.get(path);
    if (file === undefined) throw failure("ENOENT", path);
    return file;
  }

  /** @throws EEXIST, ENOENT when its directory is not there */
  create(path: string, file: File): File {
    if (this.exists(path)) throw failure("EEXIST", path);
    if (!this.#dirs.has(parentOf(path))) throw failure("ENOENT", path);
    return this.set(path, file);
  }

  /** Whatever was there before, and whether its directory is there or not. */
  set(path: string, file: File): File {
    this.#files.set(path, file);
    return file;
  }

  /** @returns the file that lost its name, if one did. @throws ENOENT */
  rename(from: string, to: string): File | undefined {
    if (!this.exists(from)) throw failure("ENOENT", from);
    if (from === to) return undefined;
    const replaced = this.#files.get(to);
    const moved = (path: string) => to + path.slice(from.length);
    for (const [path, file] of this.#below(this.#files, from)) {
      this.#files.delete(path);
      this.#files.set(moved(path), file);
    }
    for (const [path] of this.#below(this.#dirs.entries(), from)) {
      this.#dirs.delete(path);
      this.#dirs.add(moved(path));
    }
    return replaced;
  }

  /** A file, or a directory and all that is in it. @returns the files that lost their names */
  remove(path: string): File[] {
    const files = this.#below(this.#files, path);
    for (const [name] of files) this.#files.delete(name);
    for (const [name] of this.#below(this.#dirs.entries(), path)) this.#dirs.delete(name);
    return files.map(([, file]) => file);
  }

  #below<T>(entries: Iterable<[string, T]>, path: string): [string, T][] {
    return [...entries].filter(([name]) => name === path || name.startsWith(`${path}/`));
  }
}

/** An error as Node throws it. */
function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
