// A map from keys of indexes to numbers, of which there may be millions.
// The decision: JavaScript's maps copy all of their entries when they double, which takes 40 ms for a million, so the keys are
// spread over many of them, each of which is made when it gets its first key. In which one a key is depends on its last
// characters: numbered keys differ there. Keys that all fall into one cost no more than one map would.
import type { Sliced } from "../../scheduling/slices.ts";
import type { Key } from "./keys.ts";

const MAPS = 64;
/** Of a text, counted from its end: what its place depends on. */
const CHARACTERS = 8;
/** Entries that are gone through until the work may be cut. */
const CUT_ENTRIES = 2 ** 10;

export class KeyMap {
  readonly #maps: (Map<Key, number> | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: Key): number | undefined {
    return this.#maps[mapOf(key)]?.get(key);
  }

  set(key: Key, value: number): void {
    const at = mapOf(key);
    this.#maps[at] ??= new Map();
    const map = this.#maps[at];
    const before = map.size;
    map.set(key, value);
    this.#size += map.size - before;
  }

  /** Calls `visit` with every key, in no order that means anything. */
  *forEach(visit: (key: Key, value: number) => void): Sliced<void> {
    let seen = 0;
    for (const map of this.#maps) {
      for (const [key, value] of map ?? []) {
        visit(key, value);
        if (++seen % CUT_ENTRIES === 0) yield;
      }
    }
  }
}

function mapOf(key: Key): number {
  if (typeof key === "boolean") return 0;
  let hash = 0;
  if (typeof key === "string") {
    for (let i = Math.max(0, key.length - CHARACTERS); i < key.length; i++)
      hash = Math.imul(hash, 31) + key.charCodeAt(i);
  } else hash = typeof key === "bigint" ? Number(BigInt.asUintN(32, key)) : key | 0;
  return (Math.imul(hash, 0x9e37_79b1) >>> 16) % MAPS;
}
