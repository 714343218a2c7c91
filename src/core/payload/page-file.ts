// A payload file for reading: through pages that all files share, or directly for a payload that is too large to be
// cached.
// The decision: only bytes that are known to be durable are read, whatever follows them in the file. So a page that was
// read while the file grew is never used beyond its durable part. The checksum of a payload in one page is compared
// once for each time that the page is read: a bit for each eight bytes notes the payloads that were intact.
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { damagedFile, type PayloadFiles, unreadable } from "../../storage/payload-files.ts";
import { type Bits, hasBit, noBits, setBit } from "../slots/bits.ts";

export const PAGE_BYTES = 16 * 1024;
/** Larger payloads are read directly and not cached, since they would evict too many pages. */
const MAX_CACHED_BYTES = 16 * PAGE_BYTES;
/** A payload of this length or more is the only one of such a length that begins in its cell. */
const CELL_BYTES = 8;

/** The cache of the pages, as a file uses it. */
interface PageSource {
  readonly files: PayloadFiles;
  copy(file: PageFile, number: number, start: number, into: Uint8Array): Promise<void> | null;
  drop(file: PageFile): void;
}

export class PageFile {
  readonly key: string;
  /** Bytes below this position do not change any more. */
  end = 0;
  /** The pages in the cache and those being read; used by the cache. */
  readonly pages = new Map<number, FilePage>();
  readonly #cache: PageSource;
  #dropped = false;

  constructor(cache: PageSource, key: string) {
    this.#cache = cache;
    this.key = key;
  }

  get dropped(): boolean {
    return this.#dropped;
  }

  /**
   * Fills `into` from `offset` on; all of it must be below the end.
   * @returns null if all bytes were in memory; otherwise a promise, which may reject with CollectionDamaged
   */
  read(offset: number, into: Uint8Array): Promise<void> | null {
    if (this.#dropped) throw new VectorDbError("INTERNAL", "the file has been dropped");
    if (into.length > MAX_CACHED_BYTES) return this.#readAlone(offset, into);
    const waits: Promise<void>[] = [];
    for (let done = 0; done < into.length; ) {
      const number = Math.floor((offset + done) / PAGE_BYTES);
      const start = offset + done - number * PAGE_BYTES;
      const part = into.subarray(done, done + PAGE_BYTES - start);
      const wait = this.#cache.copy(this, number, start, part);
      if (wait) waits.push(wait);
      done += part.length;
    }
    return waits.length < 2 ? (waits[0] ?? null) : allInOrder(waits);
  }

  /**
   * Copies a payload that was intact since its page was read to `into`, at `at`.
   * @returns false if it is not in the cache as a whole, or was not compared with its checksum yet
   */
  copyIntact(offset: number, length: number, into: Uint8Array, at: number): boolean {
    const number = Math.floor(offset / PAGE_BYTES);
    const start = offset - number * PAGE_BYTES;
    if (length < CELL_BYTES || start + length > PAGE_BYTES) return false;
    const page = this.pages.get(number);
    if (page === undefined || page.wishes !== null || page.intact === null) return false;
    if (!hasBit(page.intact, Math.floor(start / CELL_BYTES))) return false;
    page.referenced = true;
    into.set(page.bytes!.subarray(start, start + length), at);
    return true;
  }

  /** Returns whether the payload at `offset` was intact since its page was read. */
  isIntact(offset: number, length: number): boolean {
    const intact = this.#cell(offset, length)?.intact;
    return intact != null && hasBit(intact, cellOf(offset));
  }

  /** Notes that a payload, which was copied from the page that is in the cache now, is intact. */
  noteIntact(offset: number, length: number): void {
    const page = this.#cell(offset, length);
    if (!page) return;
    page.intact ??= noBits(PAGE_BYTES / CELL_BYTES);
    setBit(page.intact, cellOf(offset));
  }

  /** Returns the cached page that has the whole payload, if the payload has a cell of its own. */
  #cell(offset: number, length: number): FilePage | undefined {
    if (length < CELL_BYTES || (offset % PAGE_BYTES) + length > PAGE_BYTES) return undefined;
    const page = this.pages.get(Math.floor(offset / PAGE_BYTES));
    return page?.wishes === null ? page : undefined;
  }

  crc32(bytes: Uint8Array): number {
    return this.#cache.files.crc32(bytes);
  }

  damaged(offset: number, what: string): Error {
    return damagedFile(this.key, offset, what);
  }

  drop(): void {
    if (this.#dropped) return;
    this.#dropped = true;
    this.#cache.drop(this);
    this.#cache.files.close(this.key);
  }

  async #readAlone(offset: number, into: Uint8Array): Promise<void> {
    const { files } = this.#cache;
    const count = await files.read(this.key, offset, into).catch((error: Error) => {
      throw unreadable(this.key, offset, error);
    });
    if (count < into.length) throw this.damaged(offset + count, "the file ends too early");
  }
}

/** Waits for all reads. Of several errors it throws that of the first one in the file. */
async function allInOrder(waits: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(waits)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/** Returns the number of the cell in which a payload begins in its page. */
function cellOf(offset: number): number {
  return Math.floor((offset % PAGE_BYTES) / CELL_BYTES);
}

export interface FilePage {
  readonly file: PageFile;
  readonly number: number;
  /** Null until the page is read. */
  bytes: Uint8Array | null;
  /** The position of the page in the clock. */
  at: number;
  /** The number of its bytes that are durable. */
  filled: number;
  /** A bit for each cell in which an intact payload begins; null: none was read. */
  intact: Bits | null;
  /** Whether it was read again since the hand of the clock passed it. */
  referenced: boolean;
  /** The reads that wait for the page, first the one that caused it to be read; null when it has been read. */
  wishes: PageRead[] | null;
}

/** A read of part of a page that waits until the page has been read. */
export interface PageRead {
  /** The position of the first byte in the page. */
  readonly start: number;
  readonly into: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}
