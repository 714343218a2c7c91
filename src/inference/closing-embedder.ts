// An embedder that gives back what it holds when it is closed and the requests in progress have ended.
import type { Embedded, Embedder, EmbeddingWork } from "./embedder.ts";

export class ClosingEmbedder implements Embedder {
  readonly #embedder: Embedder;
  readonly #release: () => void;
  #requests = 0;
  #isClosed = false;

  constructor(embedder: Embedder, release: () => void) {
    this.#embedder = embedder;
    this.#release = release;
  }

  get takesOptions(): boolean {
    return this.#embedder.takesOptions;
  }

  async embed(work: EmbeddingWork): Promise<Embedded> {
    this.#requests++;
    try {
      return await this.#embedder.embed(work);
    } finally {
      this.#requests--;
      this.#releaseIfUnused();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#releaseIfUnused();
  }

  #releaseIfUnused(): void {
    if (this.#isClosed && this.#requests === 0) this.#release();
  }
}
