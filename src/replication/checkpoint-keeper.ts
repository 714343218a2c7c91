// Keeps the checkpoints of a cluster fresh: stores one from time to time, and removes old ones.
// The decision: nodes do not agree on who stores a checkpoint. Each asks the store first, and again when its copy is
// made, so two of them store the same data only if they finish at the same moment, which does no harm. The two newest
// are kept, so one remains should the other be damaged; the log is needed from the older one on.
import type { Logger } from "../log/logger.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { CheckpointStore, StoredCheckpoint } from "../storage/checkpoint-store.ts";

/** What checkpoints are made of. */
interface CheckpointSource {
  /** Returns the position in the log up to which this node has applied everything. */
  lsn(): number;
  /** Returns about how many bytes the log has behind a position. */
  bytesSince(lsn: number): number;
  /** Makes a copy of all data. @returns the archive, which has everything up to `lsn`; its iteration has to be ended */
  backup(): Promise<{ readonly lsn: number; readonly body: AsyncIterableIterator<Uint8Array> }>;
}

interface KeeperParts {
  readonly store: CheckpointStore;
  readonly source: CheckpointSource;
  readonly clock: Clock;
  readonly log: Pick<Logger, "info" | "warn">;
  /** Milliseconds between the end of one look at the store and the next look. */
  readonly everyMs: number;
  /** The bytes of the log for which a new checkpoint is worth while. */
  readonly growthBytes: number;
  /** Returns a number from 0 to below 1, by which the nodes of a cluster look at different times. */
  readonly random: () => number;
}

interface KeeperStatus {
  /** The LSN of the newest checkpoint, of whatever node; null: none is known. */
  readonly lsn: number | null;
  /** When that checkpoint was stored, in milliseconds since 1970. */
  readonly at: number | null;
  /** Why the last attempt failed; null: it did not. */
  readonly problem: string | null;
}

/** The number of checkpoints that are kept. */
const KEPT = 2;

export class CheckpointKeeper {
  readonly #parts: KeeperParts;
  /** The checkpoints that the store was last seen with, newest first. */
  #known: readonly StoredCheckpoint[] = [];
  #problem: string | null = null;
  #isStopped = false;
  #cancel: () => void = () => {};
  #work: Promise<void> = Promise.resolve();

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  get status(): KeeperStatus {
    const [newest] = this.#known;
    return { lsn: newest?.lsn ?? null, at: newest?.at ?? null, problem: this.#problem };
  }

  /** The LSN below which no node needs the log to begin with a checkpoint; null: not known, or there is one at most. */
  get trimBelow(): number | null {
    return this.#known[KEPT - 1]?.lsn ?? null;
  }

  begin(): void {
    const { everyMs, random } = this.#parts;
    this.#wait(everyMs * random());
  }

  /** Gives up the checkpoint that is being stored. Resolves when nothing is in progress; the store is closed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    this.#parts.store.close();
    await this.#work;
  }

  #wait(ms: number): void {
    this.#cancel = this.#parts.clock.after(ms, () => {
      this.#work = this.#attempt().then(() => {
        if (!this.#isStopped) this.#wait(this.#parts.everyMs);
      });
    });
  }

  async #attempt(): Promise<void> {
    const { store, log } = this.#parts;
    const about = { store: store.location };
    try {
      await this.#keepFresh();
      if (this.#problem !== null) log.info(about, "checkpoints are stored again");
      this.#problem = null;
    } catch (error) {
      if (this.#isStopped) return;
      const { message: problem } = error as Error;
      if (problem !== this.#problem) log.warn({ ...about, problem }, "no checkpoint can be stored");
      this.#problem = problem;
    }
  }

  async #keepFresh(): Promise<void> {
    const { store } = this.#parts;
    this.#known = await store.list();
    if (this.#isWorthWhile()) {
      await this.#storeOne();
      this.#known = await store.list();
    }
    for (const { name } of this.#known.slice(KEPT)) await store.remove(name);
    this.#known = this.#known.slice(0, KEPT);
    await store.sweep();
  }

  #isWorthWhile(): boolean {
    const { source, growthBytes } = this.#parts;
    const lsn = source.lsn();
    const [newest] = this.#known;
    if (newest === undefined) return lsn > 0;
    return lsn > newest.lsn && source.bytesSince(newest.lsn) >= growthBytes;
  }

  /** Stores a checkpoint, unless another node has done it meanwhile. */
  async #storeOne(): Promise<void> {
    const { store, source, log } = this.#parts;
    const { lsn, body } = await source.backup();
    try {
      const newest = await store.newest();
      if (newest !== null && newest.lsn >= lsn) return;
      await store.put(lsn, body);
      log.info({ store: store.location, lsn }, "checkpoint stored");
    } finally {
      await body.return?.();
    }
  }
}
