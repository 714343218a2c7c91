// How far a follower is behind its leader, and a server of a cluster behind the log.
// The decision: only the clock of this machine counts. The leader tells the LSN of its last record several times a
// second; the follower notes when it heard of it, and is up to date as of that moment once it has applied the record.

export interface Lag {
  readonly seconds: number;
  readonly records: number;
}

/** Without a word of the leader for so long, a follower cannot know that it has all records. */
const SILENCE_MS = 1_000;
/** Moments that are remembered; a follower that is further behind forgets some in between. */
const MAX_MOMENTS = 1_000;

export class LagClock {
  readonly #applied: () => number;
  readonly #now: () => number;
  /** When the LSNs above the applied one were heard of, oldest first. */
  #moments: { readonly lsn: number; readonly at: number }[] = [];
  #heardLsn = 0;
  #heardAt: number | null = null;
  /** The latest moment as of which this follower has all records; null: none is known. */
  #upToDateAt: number | null = null;

  /** @param applied returns the LSN up to which records are applied @param now milliseconds of a steady clock */
  constructor(applied: () => number, now: () => number = () => performance.now()) {
    this.#applied = applied;
    this.#now = now;
  }

  /** Notes the LSN of the last record of the leader, which was just heard of. */
  note(lsn: number): void {
    const at = this.#now();
    this.#heardLsn = lsn;
    this.#heardAt = at;
    this.#moments.push({ lsn, at });
    this.#settle();
    if (this.#moments.length > MAX_MOMENTS) this.#moments = this.#moments.filter((_, i) => i % 2 === 0);
  }

  /** Returns null if the leader was never heard of. */
  get lag(): Lag | null {
    if (this.#heardAt === null) return null;
    this.#settle();
    const now = this.#now();
    const records = Math.max(0, this.#heardLsn - this.#applied());
    const isUpToDate = records === 0 && now - this.#heardAt < SILENCE_MS;
    const since = this.#upToDateAt ?? this.#moments[0]!.at;
    return { seconds: isUpToDate ? 0 : Math.round(now - since) / 1000, records };
  }

  #settle(): void {
    const applied = this.#applied();
    while (this.#moments.length > 0 && this.#moments[0]!.lsn <= applied) {
      this.#upToDateAt = this.#moments.shift()!.at;
    }
  }
}
