// The sizes of the vectors of an index whose vectors differ in size, so that they need not be asked of the engine.
import { rowBytesAt } from "../../engine/sparse-rows.ts";

const FIRST_SLOTS = 64;

export class RowSizes {
  #sizes = new Uint32Array(FIRST_SLOTS);
  #slots = 0;
  #bytes = 0;

  /** The number of slots whose size was noted. */
  get slots(): number {
    return this.#slots;
  }

  /** The bytes of all of them together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The average size; null if there are no slots. */
  get average(): number | null {
    return this.#slots === 0 ? null : this.#bytes / this.#slots;
  }

  /** Returns the bytes of the vectors of all slots below `slots` together. */
  below(slots: number): number {
    let bytes = this.#bytes;
    for (let slot = slots; slot < this.#slots; slot++) bytes -= this.#sizes[slot]!;
    return bytes;
  }

  /** Returns the bytes of the vector of a slot. */
  of(slot: number): number {
    return this.#sizes[slot] ?? 0;
  }

  /** Notes the sizes of the rows of the next slots, which follow one another. */
  note(rows: Uint8Array): void {
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    for (let at = 0; at < rows.length; ) at += this.#note(rowBytesAt(view, at));
  }

  /** Notes the sizes of the next slots. */
  noteAll(sizes: Uint32Array): void {
    for (const bytes of sizes) this.#note(bytes);
  }

  #note(bytes: number): number {
    if (this.#slots === this.#sizes.length) this.#grow();
    this.#sizes[this.#slots++] = bytes;
    this.#bytes += bytes;
    return bytes;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#sizes.length);
    larger.set(this.#sizes);
    this.#sizes = larger;
  }
}
