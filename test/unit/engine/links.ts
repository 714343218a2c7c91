// The level-0 links of a vector store in its shared memory, for tests that read them or damage them. The decision: the
// addresses follow the drawing in assembly/memory/layout.ts, and the engine exports nothing for its tests.
import { COLUMNS } from "../../../src/engine/abi.ts";

const HEADER = 1024;
const CHUNK_SHIFT = 20;
const COUNT_OFFSET = 28;
const ENTRY = 72;
const COLUMNS_AT = 128;
const COLUMN_BYTES = 8;

/** The level-0 links of the nodes: each is slot + 1, and 0 ends a list. */
export class Links {
  readonly #view: DataView;
  readonly #capacity: number;

  readonly #column: number;

  /**
   * @param m links of a node on the upper levels
   * @param column "Products": the second list that nodes have for Dot
   */
  constructor(memory: WebAssembly.Memory, m: number, column: "Links" | "Products" = "Links") {
    this.#view = new DataView(memory.buffer);
    this.#capacity = 2 * m;
    this.#column = COLUMNS_AT + COLUMN_BYTES * COLUMNS[column];
  }

  get entry(): number {
    return this.#header(ENTRY) - 1;
  }

  get count(): number {
    return this.#header(COUNT_OFFSET);
  }

  of(slot: number): number[] {
    const links = Array.from({ length: this.#capacity }, (_, i) =>
      this.#view.getUint32(this.#at(slot) + 4 * i, true),
    );
    return links.filter((link) => link !== 0);
  }

  set(slot: number, links: readonly number[]): void {
    for (let i = 0; i < this.#capacity; i++)
      this.#view.setUint32(this.#at(slot) + 4 * i, links[i] ?? 0, true);
  }

  /** Removes all links to the slots, except the links between them. */
  cutOff(slots: readonly number[]): void {
    const cut = new Set(slots.map((slot) => slot + 1));
    for (let slot = 0; slot < this.count; slot++) {
      if (!cut.has(slot + 1))
        this.set(
          slot,
          this.of(slot).filter((link) => !cut.has(link)),
        );
    }
  }

  #at(slot: number): number {
    const shift = this.#header(CHUNK_SHIFT);
    const chunk = this.#view.getUint32(this.#header(this.#column) + 4 * (slot >> shift), true);
    return chunk + (slot & (2 ** shift - 1)) * this.#header(this.#column + 4);
  }

  #header(offset: number): number {
    return this.#view.getUint32(HEADER + offset, true);
  }
}
