// Reads the files of the built console and documentation, most of which exist compressed only.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

export class BuiltFiles {
  readonly #folder: string;

  /** @param folder a folder of dist, such as `ui` */
  constructor(folder: string) {
    this.#folder = join(fileURLToPath(new URL("../../dist", import.meta.url)), folder);
  }

  /** The names of the files of a folder, as clients ask for them. */
  names(folder = ""): string[] {
    return readdirSync(join(this.#folder, folder)).map((name) => name.replace(/\.br$/, ""));
  }

  /** The bytes of all files on the disk. */
  get bytes(): number {
    const names = readdirSync(this.#folder, { recursive: true, encoding: "utf8" });
    const all = names.map((name) => statSync(join(this.#folder, name)));
    return all.filter((one) => one.isFile()).reduce((sum, { size }) => sum + size, 0);
  }

  has(name: string): boolean {
    return existsSync(this.#path(name));
  }

  /** The bytes of a file as it is sent to a browser. */
  size(name: string): number {
    return readFileSync(this.#path(name)).length;
  }

  text(name: string): string {
    const path = this.#path(name);
    const bytes = readFileSync(path);
    return (path.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString();
  }

  #path(name: string): string {
    const path = join(this.#folder, name);
    return existsSync(`${path}.br`) ? `${path}.br` : path;
  }
}
