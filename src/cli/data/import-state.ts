// The progress of an import, or of a migration, in a file beside its input, so that the same command continues after an
// interruption.
// The decision: it is written when rows are durable on the server, never before; a row that is sent twice is the same
// point twice. It names the import that it belongs to, so another file or collection is not begun in the middle.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { writing } from "./file-faults.ts";

export interface ImportProgress {
  /** All rows up to this one are durable or rejected. */
  readonly row: number;
  readonly accepted: number;
  readonly rejected: number;
  /** The length of the file of rejected rows. */
  readonly rejectedBytes: number;
  /** The `after` of the last settled row, if rows have one. */
  readonly after?: string | undefined;
}

export const NOTHING_DONE: ImportProgress = { row: 0, accepted: 0, rejected: 0, rejectedBytes: 0 };

/** @typeParam Progress what is recorded */
export class ImportState<Progress extends object = ImportProgress> {
  readonly #path: string;
  readonly #of: string;

  /** @param of identifies the import: input, size, collection, options */
  constructor(path: string, of: object) {
    this.#path = path;
    this.#of = JSON.stringify(of);
  }

  /** Null: there was no interrupted import. @throws InvalidArgument if it belongs to another import */
  read(): Progress | null {
    if (!existsSync(this.#path)) return null;
    const again = `remove ${this.#path}, or say --restart, to begin again`;
    const state = this.#parsed();
    if (!state) throw new InvalidArgument(`${this.#path} cannot be read: ${again}`);
    if (JSON.stringify(state.of) === this.#of) return state.progress;
    throw new InvalidArgument(
      `${this.#path} is of an interrupted import that was another: ${JSON.stringify(state.of)}; ${again}`,
    );
  }

  /** Writes the file atomically. @throws InvalidArgument */
  write(progress: Progress): void {
    const part = `${this.#path}.tmp`;
    try {
      writing(this.#path, () => {
        writeFileSync(part, `{"of":${this.#of},"progress":${JSON.stringify(progress)}}\n`);
        renameSync(part, this.#path);
      });
    } catch (error) {
      rmSync(part, { force: true });
      throw error;
    }
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }

  #parsed(): { of: object; progress: Progress } | null {
    try {
      return JSON.parse(readFileSync(this.#path, "utf8"));
    } catch {
      return null;
    }
  }
}
