// A cache of pages of payload files, shared by all segments of a database.
// The decision: CLOCK, where pages that were read only once are evicted first, so copying a segment does not evict
// pages that are read often. The requested parts of a page are copied when it has been read, so its memory can be
// reused at once. The cache may use a share of the memory. It takes memory only while no other use is refused, and
// gives it back before one would be, down to a minimum into which pages are read.
import type { MemoryLimit } from "../../memory/memory-limit.ts";
import { Limiter } from "../../scheduling/limiter.ts";
import { damagedFile, type PayloadFiles, unreadable } from "../../storage/payload-files.ts";
import { type FilePage, PAGE_BYTES, PageFile, type PageRead } from "./page-file.ts";

export const FLOOR_BYTES = 2 ** 20;
const CEILING_BYTES = 128 * 2 ** 20;
const LIMIT_SHARE = 32;
/** Pages that are read at the same time, so that no request fills the memory with them. */
const MAX_LOADS = FLOOR_BYTES / PAGE_BYTES;

export class PageCache {
  readonly files: PayloadFiles;
  readonly #memory: MemoryLimit;
  readonly #budget: number;
  /** The pages that have been read. */
  readonly #clock: FilePage[] = [];
  #hand = 0;
  #bytes = 0;
  readonly #loads = new Limiter(MAX_LOADS);

  constructor(files: PayloadFiles, memory: MemoryLimit) {
    this.files = files;
    this.#memory = memory;
    this.#budget = Math.max(FLOOR_BYTES, Math.min(CEILING_BYTES, memory.limit / LIMIT_SHARE));
    memory.onShortage((bytes) => this.#shrink(bytes));
  }

  get bytes(): number {
    return this.#bytes;
  }

  file(key: string): PageFile {
    return new PageFile(this, key);
  }

  /** Copies bytes of a page into `into`. @returns null if the page was in memory; otherwise a promise of its read */
  copy(file: PageFile, number: number, start: number, into: Uint8Array): Promise<void> | null {
    const page = file.pages.get(number);
    if (page && page.wishes === null && start + into.length <= page.filled) {
      page.referenced = true;
      into.set(page.bytes!.subarray(start, start + into.length));
      return null;
    }
    return new Promise((resolve, reject) => this.#wish(file, number, { start, into, resolve, reject }));
  }

  drop(file: PageFile): void {
    for (const page of file.pages.values()) {
      if (page.wishes === null) this.#discard(page);
    }
    file.pages.clear();
  }

  #wish(file: PageFile, number: number, wish: PageRead): void {
    const page = file.pages.get(number);
    if (page?.wishes) {
      page.wishes.push(wish);
      return;
    }
    // More of the page may have been saved since it was read, so it is read again.
    if (page) this.#discard(page);
    const fresh: FilePage = {
      file,
      number,
      bytes: null,
      at: 0,
      filled: 0,
      intact: null,
      referenced: false,
      wishes: [wish],
    };
    file.pages.set(number, fresh);
    void this.#loads.run(() => this.#load(fresh));
  }

  async #load(page: FilePage): Promise<void> {
    this.#loaded(page, await this.#fill(page, this.#frame()));
  }

  /** Reads a page. @returns the error, or null */
  async #fill(page: FilePage, bytes: Uint8Array): Promise<Error | null> {
    page.bytes = bytes;
    // Bytes after the end may not be durable, even if the file has them.
    const { key, end, dropped } = page.file;
    const offset = page.number * PAGE_BYTES;
    try {
      if (dropped) throw new Error("it has been dropped");
      page.filled = Math.min(await this.files.read(key, offset, bytes), end - offset);
      return null;
    } catch (error) {
      return unreadable(key, offset, error as Error);
    }
  }

  #loaded(page: FilePage, failure: Error | null): void {
    const { file, number } = page;
    const wishes = page.wishes!;
    page.wishes = null;
    page.at = this.#clock.push(page) - 1;
    wishes.forEach((wish, i) => {
      if (failure) wish.reject(failure);
      else this.#fulfil(page, wish, i === 0);
    });
    if (failure === null && !file.dropped) return;
    if (file.pages.get(number) === page) file.pages.delete(number);
    this.#discard(page);
  }

  /**
   * Completes a read.
   * @param isFirst whether the page was read for it: then bytes that the page lacks are missing in the file
   */
  #fulfil(page: FilePage, { start, into, resolve, reject }: PageRead, isFirst: boolean): void {
    const { file, number, filled, bytes } = page;
    if (start + into.length <= filled) {
      into.set(bytes!.subarray(start, start + into.length));
      resolve();
    } else if (isFirst || file.dropped) {
      reject(damagedFile(file.key, number * PAGE_BYTES + filled, "the file ends too early"));
    } else {
      this.#wish(file, number, { start, into, resolve, reject });
    }
  }

  /**
   * Returns memory for a page, that of another page if needed. There are fewer reads at a time than pages in the
   * minimum.
   */
  #frame(): Uint8Array {
    const needed = this.#bytes + PAGE_BYTES;
    const isFloor = needed <= FLOOR_BYTES;
    if (isFloor) this.#memory.add(PAGE_BYTES);
    if (isFloor || (needed <= this.#budget && this.#memory.reserveSpare(PAGE_BYTES))) {
      this.#bytes = needed;
      return new Uint8Array(PAGE_BYTES);
    }
    return this.#evict();
  }

  /** Evicts a page. @returns its memory */
  #evict(): Uint8Array {
    for (;;) {
      if (this.#hand >= this.#clock.length) this.#hand = 0;
      const page = this.#clock[this.#hand]!;
      if (!page.referenced) {
        page.file.pages.delete(page.number);
        this.#leaveClock(page);
        // The newest page moves to this position. The hand skips it, so it is examined last.
        this.#hand++;
        return page.bytes!;
      }
      page.referenced = false;
      this.#hand++;
    }
  }

  #leaveClock(page: FilePage): void {
    const last = this.#clock.pop()!;
    if (last === page) return;
    this.#clock[page.at] = last;
    last.at = page.at;
  }

  /** Removes a page from the clock and releases its memory. */
  #discard(page: FilePage): void {
    this.#leaveClock(page);
    this.#release();
  }

  #release(): void {
    this.#bytes -= PAGE_BYTES;
    this.#memory.release(PAGE_BYTES);
  }

  /** Releases pages when memory is short. @returns whether any memory was released */
  #shrink(bytes: number): boolean {
    const before = this.#bytes;
    while (before - this.#bytes < bytes && this.#bytes > FLOOR_BYTES && this.#clock.length > 0) {
      this.#evict();
      this.#release();
    }
    return this.#bytes < before;
  }
}
