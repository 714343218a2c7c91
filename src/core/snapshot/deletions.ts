// The deletions that can be undone: which there are, and when their files are removed.
// The decision: the log and the memory have nothing of them. A file with the points is durable before the deletion is
// logged, so after any crash every deleted point is in a complete file. A file whose deletion was not logged is found
// at the next start, because the log has no later record about the collection. What is known of a file is read from it
// once; the files are removed when their time is over, when they are restored, with their collection, when deleted data
// is purged, and when the disk is full.
import { StorageReadOnly } from "../../errors/failures.ts";
import { DeletionNotFound, TooManyDeletions } from "../../errors/points.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { Clock } from "../../scheduling/clock.ts";
import { compareCodePoints } from "../../schema/code-points.ts";
import { MAX_DELETIONS } from "../../schema/limits.ts";
import type { DeletedPointStore, DeletionHead } from "../../storage/deleted-points.ts";
import type { Log } from "../../storage/log.ts";
import type { EncodedOperation } from "../record/record.ts";

/** A deletion that can be undone. */
export interface Deletion extends DeletionHead {
  readonly id: string;
}

interface Kept extends Deletion {
  /** The name of its file. */
  readonly name: string;
  /** False: it is not known whether the points were deleted. */
  readonly isLogged: boolean;
  /** The readers of the file, which is removed when they are done. */
  readonly readings: Set<Promise<unknown>>;
}

/** Returns the next records of the deleted points, and none after the last. */
export type NextRecords = () => Promise<readonly EncodedOperation[]>;

const SUFFIX = ".snapshot";
/** A timer of Node has at most 2^31 ms, and a longer one fires at once. */
const MAX_TIMER_MS = 86_400_000;
/** After these errors the log may have the deletion all the same. */
const UNCERTAIN = new Set(["INTERNAL", "STORAGE_READ_ONLY"]);

interface DeletionParts {
  readonly clock: Clock;
  readonly log: Pick<Log, "stats">;
  /** Absent: nothing can be kept. */
  readonly deletedPoints?: DeletedPointStore;
}

export class Deletions {
  readonly #clock: Clock;
  readonly #log: Pick<Log, "stats">;
  readonly #store: DeletedPointStore | null;
  readonly #kept = new Map<string, Kept>();
  /** The names of files whose deletions are being made. */
  readonly #making = new Set<string>();
  readonly #removals = new Set<Promise<unknown>>();
  #timer: { readonly at: number; readonly cancel: () => void } | null = null;
  #isStopped = false;

  constructor({ clock, log, deletedPoints }: DeletionParts) {
    this.#clock = clock;
    this.#log = log;
    this.#store = deletedPoints ?? null;
  }

  /**
   * Learns which files there are, and removes those that are of no use.
   * @param lsnOf returns the LSN of the last record about a collection; undefined: there is no such collection
   * @returns damages, each in a sentence
   */
  async start(lsnOf: (uuid: string) => number | undefined): Promise<string[]> {
    if (this.#store === null || this.#store.isEmpty()) return [];
    const faults: string[] = [];
    const learn = this.#store.use(async (files) => {
      await files.tidy();
      for (const { name, head } of await files.list()) {
        const lsn = head && lsnOf(head.collection);
        if (head && lsn && lsn > head.after && head.until > this.#clock.now()) this.#add(name, head, true);
        else await files.remove(name);
        if (head === null) faults.push(`the file ${name} of deleted points was damaged and is removed`);
      }
    });
    // Without these files everything else works.
    await learn.catch((error) => faults.push(`files of deleted points cannot be read: ${error.message}`));
    return faults;
  }

  /** Returns the deletions of a collection that can be undone, the newest first. */
  of(uuid: string): Deletion[] {
    const now = this.#clock.now();
    const own = [...this.#kept.values()].filter((kept) => kept.collection === uuid && isOffered(kept, now));
    return own.sort((a, b) => compareCodePoints(b.created, a.created));
  }

  /** Returns a deletion of a collection; null if there is none of this id that can be undone. */
  find(uuid: string, id: string): Deletion | null {
    const kept = this.#kept.get(id);
    return kept?.collection === uuid && isOffered(kept, this.#clock.now()) ? kept : null;
  }

  /**
   * Deletes points after their copy is durable.
   * @param copy writes the records of the points
   * @param remove logs the deletion
   * @throws TooManyDeletions, StorageReadOnly, and the errors of both with nothing kept
   */
  async keep<T>(
    facts: Omit<DeletionHead, "created" | "until"> & { readonly undoMs: number },
    copy: (append: (record: EncodedOperation) => Promise<void>) => Promise<void>,
    remove: () => Promise<T>,
  ): Promise<{ readonly id: string; readonly result: T }> {
    const store = this.#store;
    if (store === null) throw new VectorDbError("INTERNAL", "this database keeps no deleted points");
    if (this.#kept.size + this.#making.size >= MAX_DELETIONS) throw new TooManyDeletions(MAX_DELETIONS);
    if ((await this.#log.stats()).state === "read-only") throw new StorageReadOnly();
    const { undoMs, ...about } = facts;
    const now = this.#clock.now();
    const head = { ...about, created: new Date(now).toISOString(), until: now + undoMs };
    return store.use(async (files) => {
      const name = await files.begin(head);
      this.#making.add(name);
      try {
        try {
          await copy((record) => files.append(name, [record]));
          await files.finish(name, head.points);
        } catch (error) {
          await files.abandon(name).catch(() => {});
          throw error;
        }
        try {
          const result = await remove();
          return { id: this.#add(name, head, true), result };
        } catch (error) {
          if (error instanceof VectorDbError && !UNCERTAIN.has(error.code)) await files.remove(name);
          else this.#add(name, head, false);
          throw error;
        }
      } finally {
        this.#making.delete(name);
      }
    });
  }

  /** Reads the points of a deletion. Its file exists until `work` is done. @throws DeletionNotFound */
  async reading<T>({ id }: Deletion, work: (next: NextRecords) => Promise<T>): Promise<T> {
    const kept = this.#kept.get(id);
    if (!kept) throw new DeletionNotFound(id);
    const done = this.#store!.use(async (files) => {
      const reader = await files.open(kept.name);
      try {
        return await work(() => files.next(reader));
      } finally {
        await files.close(reader);
      }
    });
    const settled = done.then(
      () => {},
      () => {},
    );
    kept.readings.add(settled);
    try {
      return await done;
    } finally {
      kept.readings.delete(settled);
    }
  }

  /** Removes a deletion, which can no longer be undone. */
  async forget({ id }: Deletion): Promise<void> {
    const kept = this.#kept.get(id);
    if (kept) await this.#remove([kept]);
  }

  /** Removes, in the background, the deletions of a collection that was dropped. */
  forgetAllOf(uuid: string): void {
    this.#removeLater(({ collection }) => collection === uuid);
  }

  /** Removes those that are not being restored, in the background, because the disk is full. */
  removeForSpace(): void {
    this.#removeLater(({ readings }) => readings.size === 0);
  }

  /** Removes all files, also those that could not be removed before. Deletions that are being made are not affected. */
  async purge(): Promise<void> {
    await this.#remove([...this.#kept.values()]);
    await Promise.all(this.#removals);
    if (this.#store === null || this.#store.isEmpty()) return;
    await this.#store.use(async (files) => {
      for (const { name } of await files.list())
        if (!this.#making.has(name) && !this.#kept.has(idOf(name))) await files.remove(name);
    });
  }

  /** Resolves when no file is being removed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await Promise.all(this.#removals);
  }

  #add(name: string, head: DeletionHead, isLogged: boolean): string {
    const id = idOf(name);
    this.#kept.set(id, { ...head, id, name, isLogged, readings: new Set() });
    this.#wake(head.until);
    return id;
  }

  /** Sees to it that a timer fires at this time, or earlier. */
  #wake(at: number): void {
    if (this.#isStopped || (this.#timer && this.#timer.at <= at)) return;
    this.#timer?.cancel();
    const ms = Math.min(Math.max(0, at - this.#clock.now()), MAX_TIMER_MS);
    const cancel = this.#clock.after(ms, () => {
      this.#timer = null;
      const now = this.#clock.now();
      this.#removeLater(({ until }) => until <= now);
      const times = Array.from(this.#kept.values(), ({ until }) => until);
      if (times.length > 0) this.#wake(times.reduce((first, time) => Math.min(first, time)));
    });
    this.#timer = { at, cancel };
  }

  #removeLater(isMeant: (kept: Kept) => boolean): void {
    const meant = [...this.#kept.values()].filter(isMeant);
    // A file that cannot be removed now is removed by a purge, or at the next start when its time is over.
    if (meant.length > 0) void this.#remove(meant).catch(() => {});
  }

  async #remove(all: readonly Kept[]): Promise<void> {
    if (all.length === 0) return;
    for (const { id } of all) this.#kept.delete(id);
    const removal = this.#store!.use(async (files) => {
      for (const { name, readings } of all) {
        await Promise.all(readings);
        await files.remove(name);
      }
    });
    const settled = removal.then(
      () => {},
      () => {},
    );
    this.#removals.add(settled);
    void settled.then(() => this.#removals.delete(settled));
    await removal;
  }
}

function isOffered({ isLogged, until }: Kept, now: number): boolean {
  return isLogged && until > now;
}

function idOf(name: string): string {
  return name.slice(0, -SUFFIX.length);
}
