// The page's side of the worker that reads a file.
import type { Begin, Next, Portion } from "./import-worker.ts";

export class FileRows {
  readonly #worker: Worker;

  constructor(begin: Begin) {
    this.#worker = new Worker(WORKERS["import-worker"]!, { type: "module" });
    this.#worker.postMessage(begin);
  }

  /** Requests the next rows; one request at a time. */
  next(most: Next): Promise<Portion> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Portion>) => resolve(data);
      this.#worker.onerror = (event) => reject(new Error(event.message || "The file's reader ended"));
      this.#worker.postMessage(most);
    });
  }

  close(): void {
    this.#worker.terminate();
  }
}
