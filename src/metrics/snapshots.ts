// What is done with snapshots, by collection, and with backups: under way at this moment, and done since the start.

export class SnapshotCounts {
  readonly #running = { creation: new Map<string, number>(), recovery: new Map<string, number>() };
  #created = 0;
  #backups = 0;

  async count<T>(kind: "creation" | "recovery", collection: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running[kind];
    running.set(collection, (running.get(collection) ?? 0) + 1);
    try {
      const result = await work();
      if (kind === "creation") this.#created++;
      return result;
    } finally {
      const left = running.get(collection)! - 1;
      if (left === 0) running.delete(collection);
      else running.set(collection, left);
    }
  }

  /** Notes that a backup was made to be sent. */
  noteBackup(): void {
    this.#backups++;
  }

  get backups(): number {
    return this.#backups;
  }

  get creating(): ReadonlyMap<string, number> {
    return this.#running.creation;
  }

  get recovering(): ReadonlyMap<string, number> {
    return this.#running.recovery;
  }

  get created(): number {
    return this.#created;
  }
}
