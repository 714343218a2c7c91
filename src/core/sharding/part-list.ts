// The parts of a collection, which change when its shards are placed elsewhere.
// The decision: a part keeps its position for ever, because points that it has found are read again by it until the
// reading ends. Only the present parts are asked new questions.
import type { Sliced } from "../../scheduling/slices.ts";
import type { PackedIds } from "../slots/point-id.ts";
import { shardOf } from "../slots/shard-of.ts";
import type { ReadPart } from "./part.ts";

/** The position of the part of a shard that no part has. */
export const NO_PART = -1;
const IDS_PER_YIELD = 2 ** 11;

export class PartList {
  readonly #all: ReadPart[] = [];
  #present: readonly number[] = [];
  #shards = 0;
  /** The position of the part of each shard. */
  #partOf: readonly number[] = [];
  #unserved: readonly number[] = [];

  /** @param shards the number of shards of the collection; those that no part has are unavailable */
  constructor(parts: readonly ReadPart[], shards: number) {
    this.replace(parts, shards);
  }

  replace(parts: readonly ReadPart[], shards: number): void {
    this.#present = parts.map((part) => this.#all.push(part) - 1);
    this.#shards = shards;
    const numbers = Array.from({ length: shards }, (_, shard) => shard);
    this.#partOf = numbers.map((shard) => {
      const at = parts.findIndex((part) => part.shards.includes(shard));
      return at < 0 ? NO_PART : this.#present[at]!;
    });
    this.#unserved = numbers.filter((shard) => this.#partOf[shard] === NO_PART);
  }

  at(position: number): ReadPart {
    return this.#all[position]!;
  }

  /** The positions of the parts that are asked. */
  get present(): readonly number[] {
    return this.#present;
  }

  /** The shards that no part has. */
  get unserved(): readonly number[] {
    return this.#unserved;
  }

  /** Returns the positions of the ids that each part has, by the position of the part, or by NO_PART. */
  *ofIds(ids: PackedIds): Sliced<Map<number, number[]>> {
    const [shards, partOf] = [this.#shards, this.#partOf];
    const own = new Map<number, number[]>();
    for (let i = 0; i < ids.length; i++) {
      if (i % IDS_PER_YIELD === IDS_PER_YIELD - 1) yield;
      const part = partOf[shardOf(ids, i, shards)]!;
      const members = own.get(part);
      if (members) members.push(i);
      else own.set(part, [i]);
    }
    return own;
  }
}
