// The writes of points that a server of a cluster has taken from the log and not applied yet, by the points that they
// change.
// The decision: points are compared by 32 bits of a hash of their ids. Two points with the same bits make a record wait
// that need not, which costs a moment and changes no result; the ids themselves would keep the records in memory.
import type { PointOperation } from "../record/operation.ts";
import { hashId, type PackedIds } from "../slots/point-id.ts";

/** The most points of a write that are told apart; one with more counts as a write of any point. */
const MAX_POINTS = 4096;

/** The points that an operation is about. */
type Points = Pick<PointOperation, "collection" | "ids">;

/** A write that is under way. */
interface Write {
  /** Its number among the writes of its collection. */
  readonly number: number;
  /** The hashes of its points; null: any point. */
  readonly hashes: Uint32Array | null;
  readonly done: Promise<void>;
}

/**
 * Tells what a condition on points has to wait for. The verdict must follow from the state behind all records before
 * it, which other servers may have applied long ago.
 *
 * It depends on the state of the collection, and for each point of the record on whether it exists and on the LSN of
 * its last write (`isMet`). The first is changed only by records that are not about points, and those are applied
 * before the next record is taken (`Copier.copy`). The second is changed only by writes that name the point: a rebuild
 * copies versions, and the record that restores an unloaded collection is applied when it is loaded. A record that
 * takes no effect changes neither, and is not noted here. So if no noted write names one of the points, they have the
 * state already that they will have when all records before are applied, even if a write of other points is half done.
 * Otherwise the last such write is waited for: writes of a collection are applied in the order of the log, so the
 * earlier ones are applied, too.
 */
export class UnderWay {
  readonly #writes = new Map<string, CollectionWrites>();

  /** Notes a write. They must be noted in the order of the log. @param done settles when it is applied, or has failed */
  note({ collection, ids }: Points, done: Promise<void>): void {
    const writes = this.#writes.get(collection) ?? new CollectionWrites();
    this.#writes.set(collection, writes);
    const remove = writes.add(hashesOf(ids), done);
    const end = () => {
      remove();
      if (writes.isEmpty) this.#writes.delete(collection);
    };
    done.then(end, end);
  }

  /**
   * Resolves when no write of one of the points is under way; rejects if the last of them does not get into the log. One
   * that has failed is not under way.
   */
  async settled({ collection, ids }: Points): Promise<void> {
    await this.#writes.get(collection)?.lastOf(hashesOf(ids))?.done;
  }
}

/** The writes of one collection that are under way. */
class CollectionWrites {
  #count = 0;
  readonly #all = new Set<Write>();
  /** Those that are not in `#lastByHash`: most are applied before anybody asks for them. */
  readonly #fresh = new Set<Write>();
  readonly #lastByHash = new Map<number, Write>();
  /** The last write of any point. */
  #lastOfAny: Write | null = null;
  #last: Write | null = null;

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** @returns a function that removes it */
  add(hashes: Uint32Array | null, done: Promise<void>): () => void {
    const write = { number: ++this.#count, hashes, done };
    this.#all.add(write);
    this.#last = write;
    if (hashes === null) this.#lastOfAny = write;
    else this.#fresh.add(write);
    return () => this.#remove(write);
  }

  /** Returns the last write of one of the points. @param hashes null: of any point */
  lastOf(hashes: Uint32Array | null): Write | null {
    if (hashes === null) return this.#last;
    for (const write of this.#fresh) for (const hash of write.hashes ?? []) this.#lastByHash.set(hash, write);
    this.#fresh.clear();
    let last = this.#lastOfAny;
    for (const hash of hashes) {
      const write = this.#lastByHash.get(hash);
      if (write && write.number > (last?.number ?? 0)) last = write;
    }
    return last;
  }

  #remove(write: Write): void {
    this.#all.delete(write);
    if (this.#last === write) this.#last = null;
    if (this.#lastOfAny === write) this.#lastOfAny = null;
    if (this.#fresh.delete(write)) return;
    for (const hash of write.hashes ?? [])
      if (this.#lastByHash.get(hash) === write) this.#lastByHash.delete(hash);
  }
}

function hashesOf({ kinds, words, length }: PackedIds): Uint32Array | null {
  if (length > MAX_POINTS) return null;
  const hashes = new Uint32Array(length);
  for (let i = 0; i < length; i++) hashes[i] = hashId(kinds, words, i, 0);
  return hashes;
}
