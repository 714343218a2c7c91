// The writes of this server that wait until their records have come back from the log of the cluster.
interface Pending {
  readonly onArrival: () => void;
  resolve(lsn: number): void;
  reject(error: unknown): void;
}

export class PendingCommits {
  readonly #all = new Map<string, Pending>();

  /** Resolves with the LSN of the record. @param id the id of its entry */
  add(id: string, onArrival: () => void): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#all.set(id, { onArrival, resolve, reject });
    });
  }

  get size(): number {
    return this.#all.size;
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  /** The entry has come back. */
  arrive(id: string): void {
    this.#all.get(id)?.onArrival();
  }

  /** The record is applied. */
  resolve(id: string, lsn: number): void {
    this.#all.get(id)?.resolve(lsn);
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
