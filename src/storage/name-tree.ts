// The names of a file system implemented here: files and directories by their paths.
// The decision: files are in a map by path, directories in a set of paths. Finding a file is one look-up, which is
// frequent; listing and renaming visit all names, which is rare and quick enough for thousands of them.
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

  /** @returns whether the directory is new */
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

  /** Returns a file. @throws ENOENT */
  at(path: string): File {
    const file = this.#files.get(path);
    if (file === undefined) throw failure("ENOENT", path);
    return file;
  }

  /** Adds a file. @throws EEXIST, or ENOENT when its directory does not exist */
  create(path: string, file: File): File {
    if (this.exists(path)) throw failure("EEXIST", path);
    if (!this.#dirs.has(parentOf(path))) throw failure("ENOENT", path);
    return this.set(path, file);
  }

  /** Adds or replaces a file, whether its directory exists or not. */
  set(path: string, file: File): File {
    this.#files.set(path, file);
    return file;
  }

  /** Renames a file. @returns the file that was replaced, if there was one. @throws ENOENT */
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

  /** Removes a file, or a directory with everything in it. @returns the removed files */
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

/** Makes an error like those of Node. */
function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
