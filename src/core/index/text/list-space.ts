// Memory for short lists that grow: of each entry a document number and a count.
// The decision: a list is one range of a page, whose length is a power of two. A list that is full moves to a range
// twice as long, and its old range serves another list at once, so who reads a list slice by slice has to copy it.
// Entries take five bytes and no object.

/** Entries of the longest range, 2 to this power. */
export const MAX_POWER = 12;
/** Entries of a page at most, and of the first. Each page is twice as long as the one before. */
const PAGE_ENTRIES = 2 ** 16;
const FIRST_ENTRIES = 2 ** 8;
const BYTES_PER_ENTRY = 5;

export interface Entries {
  readonly documents: Uint32Array;
  readonly counts: Uint8Array;
}

/** Where a range begins: the number of its page and an offset, in one number. */
type Position = number;

export class ListSpace {
  readonly #pages: Entries[] = [];
  /** Free ranges by the power of their length. */
  readonly #free: Position[][] = Array.from({ length: PAGE_ENTRIES.toString(2).length }, () => []);
  #bytes = 0;
  /** Entries of the last page that were given out. */
  #used = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a range of 2 ** power entries. */
  take(power: number): Position {
    const free = this.#free[power]!.pop();
    if (free !== undefined) return free;
    const entries = 2 ** power;
    while (this.#used + entries > (this.#pages.at(-1)?.documents.length ?? 0)) this.#addPage();
    const position = (this.#pages.length - 1) * PAGE_ENTRIES + this.#used;
    this.#used += entries;
    return position;
  }

  /** Frees a range of 2 ** power entries. */
  give(position: Position, power: number): void {
    this.#free[power]!.push(position);
  }

  /** Returns the page of the range; in it the range begins at its offset. */
  pageOf(position: Position): Entries {
    return this.#pages[Math.floor(position / PAGE_ENTRIES)]!;
  }

  offsetOf(position: Position): number {
    return position % PAGE_ENTRIES;
  }

  #addPage(): void {
    this.#freeRest();
    const entries = Math.min(PAGE_ENTRIES, FIRST_ENTRIES * 2 ** Math.min(8, this.#pages.length));
    this.#pages.push(newEntries(entries));
    this.#bytes += entries * BYTES_PER_ENTRY;
    this.#used = 0;
  }

  /** Makes free ranges of what is left of the last page. */
  #freeRest(): void {
    const length = this.#pages.at(-1)?.documents.length ?? 0;
    while (this.#used < length) {
      const power = 31 - Math.clz32(length - this.#used);
      this.give((this.#pages.length - 1) * PAGE_ENTRIES + this.#used, power);
      this.#used += 2 ** power;
    }
  }
}

export function newEntries(count: number): Entries {
  return { documents: new Uint32Array(count), counts: new Uint8Array(count) };
}
