// A payload file as it is read: through pages that all files share, or alone where a payload is larger than it is worth.
// The decision: only what is known to be written for good is read, whatever else the file has behind it; so a page that
// was read while the file grew is never taken for more than it was.
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { damagedFile, type PayloadFiles, unreadable } from "../../storage/payload-files.ts";

export const PAGE_BYTES = 16 * 1024;
/** What is larger than this is read by itself and not kept: it would push out too much. */
const LARGEST_CACHED = 16 * PAGE_BYTES;

/** The cache that keeps the pages, as a file sees it. */
interface PageSource {
  readonly files: PayloadFiles;
  copy(file: PageFile, number: number, start: number, into: Uint8Array): Promise<void> | null;
  drop(file: PageFile): void;
}

export class PageFile {
  readonly key: string;
  /** Bytes below this do not change any more. */
  end = 0;
  /** For the cache: those there are and those being read. */
  readonly pages = new Map<number, Page>();
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
   * @returns null when all was in memory: then it is done. @throws CollectionDamaged, later
   */
  read(offset: number, into: Uint8Array): Promise<void> | null {
    if (this.#dropped) throw new VectorDbError("INTERNAL", "the file has been dropped");
    if (into.length > LARGEST_CACHED) return this.#readAlone(offset, into);
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

/** Of several that fail, the first one in the file is the one to hear about. */
async function allInOrder(waits: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(waits)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

export interface Page {
  readonly file: PageFile;
  readonly number: number;
  /** Null until it is being read. */
  bytes: Uint8Array | null;
  /** Its position in the clock. */
  at: number;
  /** How much of it is known. */
  filled: number;
  /** Asked for again since the hand of the clock came by. */
  referenced: boolean;
  /** Until it has been read: who wants it, first who made it be read. */
  wishes: PageRead[] | null;
}

/** A read of part of a page that waits until the page is there. */
export interface PageRead {
  /** Of the first byte in the page. */
  readonly start: number;
  readonly into: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}
