// The writes of this server that wait until their records have come back from the log of the cluster.
// The decision: what was sent is kept until then if it is about one shard, since the log does not send it back to a
// server that does not have the shard, and the server has to know whether it takes effect.
/** Where a record stands in the log, and whether it is known to take effect. */
interface Decided {
  readonly lsn: number;
  readonly isDecided: boolean;
}

interface Pending extends SentCommit {
  resolve(decided: Decided): void;
  reject(error: unknown): void;
}

interface SentCommit {
  /** The body of the entry; null: it is for every server, so it comes back. */
  readonly entry: Uint8Array | null;
  readonly onArrival: () => void;
}

export class PendingCommits {
  readonly #all = new Map<string, Pending>();

  /** @param id the id of its entry */
  add(id: string, { entry, onArrival }: SentCommit): Promise<Decided> {
    return new Promise((resolve, reject) => {
      this.#all.set(id, { entry, onArrival, resolve, reject });
    });
  }

  get size(): number {
    return this.#all.size;
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  /** Returns the body of an entry that is about one shard; null: no write waits for it. */
  entryOf(id: string): Uint8Array | null {
    return this.#all.get(id)?.entry ?? null;
  }

  /** The entry has come back. */
  arrive(id: string): void {
    this.#all.get(id)?.onArrival();
  }

  /** The record is applied, or those before it are if this server does not have its points. */
  resolve(id: string, decided: Decided): void {
    this.#all.get(id)?.resolve(decided);
    this.#all.delete(id);
  }

  refuse(id: string, error: unknown): void {
    this.#all.get(id)?.reject(error);
    this.#all.delete(id);
  }

  refuseAll(error: unknown): void {
    for (const id of [...this.#all.keys()]) this.refuse(id, error);
  }
}
