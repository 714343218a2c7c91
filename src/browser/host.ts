// Serves a database in a worker to the page that has opened it.
// The decision: every call is one message and one response. Objects that cannot be sent to a page stay here and have a
// number: abort signals and files that are read in pieces. The page asks for the next warning, and the response comes
// when there is one.
import { unlistedRecall } from "../embedded/beside.ts";
import type { Values, VectorDb } from "../embedded/types.ts";
import { defer } from "../scheduling/defer.ts";
import type { FileAnswer } from "../schema/snapshot.ts";
import { openDatabase } from "./database.ts";
import { openFiles } from "./opfs.ts";
import type { Settings } from "./options.ts";

type Methods = Record<string, (request: object, options: { signal: AbortSignal }) => Promise<unknown>>;

/** The result of a method with the recall beside it, which copies lack, or the file that it returns, by its number. */
type MethodAnswer = { readonly value: unknown; readonly recall: unknown } | FileToRead;

export interface FileToRead {
  readonly file: number;
  readonly name: string;
  readonly bytes: number;
}

export class DatabaseHost {
  #database: VectorDb<Values> | undefined;
  readonly #calls = new Map<number, AbortController>();
  readonly #files = new Map<number, AsyncIterator<Uint8Array>>();
  #nextFile = 0;
  readonly #warnings: string[] = [];
  #wake: () => void = () => {};

  /** Opens the database; the first call. @returns the names of its methods */
  async open(name: string, settings: Settings): Promise<string[]> {
    const files = await openFiles(name);
    const onWarning = (message: string) => {
      this.#warnings.push(message);
      this.#wake();
    };
    const release = () => files.close();
    this.#database = await openDatabase(settings, { files, later: defer, onWarning, release });
    return Object.keys(this.#database).filter((method) => method !== "close");
  }

  /** @param id by which the call can be aborted */
  async call(id: number, method: string, request: object): Promise<MethodAnswer> {
    const abort = new AbortController();
    this.#calls.set(id, abort);
    try {
      const methods = this.#database as unknown as Methods;
      const result = await methods[method]!(request, { signal: abort.signal });
      return isFile(result) ? this.#keep(result) : { value: result, recall: unlistedRecall(result) };
    } finally {
      this.#calls.delete(id);
    }
  }

  async abort(id: number): Promise<void> {
    this.#calls.get(id)?.abort();
  }

  /** Returns the next piece of a file, or null at its end. */
  async readFile(file: number): Promise<Uint8Array | null> {
    const next = await this.#files.get(file)?.next();
    if (next?.done === false) return next.value;
    this.#files.delete(file);
    return null;
  }

  async closeFile(file: number): Promise<void> {
    await this.#files.get(file)?.return?.();
    this.#files.delete(file);
  }

  /** Returns the next warning; waits until there is one. */
  async nextWarning(): Promise<string> {
    while (this.#warnings.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#warnings.shift()!;
  }

  async close(): Promise<void> {
    await this.#database?.close();
  }

  #keep({ name, bytes, chunks }: FileAnswer): FileToRead {
    const file = this.#nextFile++;
    this.#files.set(file, chunks[Symbol.asyncIterator]());
    return { file, name, bytes };
  }
}

function isFile(result: unknown): result is FileAnswer {
  const chunks = (result as Partial<FileAnswer> | null | undefined)?.chunks;
  return typeof chunks === "object" && Symbol.asyncIterator in chunks;
}
