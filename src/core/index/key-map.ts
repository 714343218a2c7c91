// A map from keys of indexes to numbers, of which there may be millions.
// The decision: keys are spread over many maps (filter/spread.ts), each of which is made when it gets its first key.
import type { Sliced } from "../../scheduling/slices.ts";
import { partOf } from "../filter/spread.ts";
import type { Key } from "./keys.ts";

/** Entries that are visited between two yields. */
const ENTRIES_PER_YIELD = 2 ** 10;

export class KeyMap {
  readonly #maps: (Map<Key, number> | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: Key): number | undefined {
    return this.#maps[partOf(key)]?.get(key);
  }

  set(key: Key, value: number): void {
    const at = partOf(key);
    this.#maps[at] ??= new Map();
    const map = this.#maps[at];
    const before = map.size;
    map.set(key, value);
    this.#size += map.size - before;
  }

  /** Calls `visit` with every key, in arbitrary order. */
  *forEach(visit: (key: Key, value: number) => void): Sliced<void> {
    let visited = 0;
    for (const map of this.#maps) {
      for (const [key, value] of map ?? []) {
        visit(key, value);
        if (++visited % ENTRIES_PER_YIELD === 0) yield;
      }
    }
  }
}
