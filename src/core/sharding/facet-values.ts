// The values of facets, and the values that order points, in the columns of messages.

import { DamagedMessage } from "../../errors/sharding.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import type { Integer } from "../filter/filter.ts";
import { decodeText } from "../formats/bytes.ts";
import type { Key } from "../index/keys.ts";
import type { FacetHit } from "../search/select/facet.ts";
import type { AnswerOf } from "./part.ts";
import { type ByteStrings, joinedStrings, stringAt } from "./wire/shapes.ts";

const KINDS = ["string", "number", "bigint", "boolean"] as const;
const VALUES_PER_YIELD = 2 ** 10;
const encoder = new TextEncoder();

export function* facetAnswer(hits: readonly FacetHit[]): Sliced<AnswerOf<"facet">> {
  const texts: string[] = [];
  const kinds = new Uint8Array(hits.length);
  const counts = new Float64Array(hits.length);
  for (const [i, { value, count }] of hits.entries()) {
    kinds[i] = KINDS.indexOf(typeof value as (typeof KINDS)[number]);
    texts.push(Object.is(value, -0) ? "-0" : String(value));
    counts[i] = count;
    if (i % VALUES_PER_YIELD === 0) yield;
  }
  return { texts, kinds, counts };
}

/** @throws DamagedMessage */
export function facetValue({ texts, kinds }: AnswerOf<"facet">, index: number): Key {
  const text = texts[index]!;
  switch (KINDS[kinds[index]!]) {
    case "string":
      return text;
    case "number":
      return Number(text);
    case "bigint":
      return bigintOf(text);
    case "boolean":
      return text === "true";
    default:
      throw new DamagedMessage("the kind of a value");
  }
}

/** Returns the values as numbers, and beside them the text of each that is none. */
export function integerColumns(values: readonly Integer[]): { values: Float64Array; bigs: ByteStrings } {
  const bigs = values.map((value) => (typeof value === "bigint" ? encoder.encode(String(value)) : null));
  return { values: Float64Array.from(values, Number), bigs: joinedStrings(bigs) };
}

/** @throws DamagedMessage */
export function integerAt(values: Float64Array, bigs: ByteStrings, index: number): Integer {
  const big = stringAt(bigs, index);
  return big.length === 0 ? values[index]! : bigintOf(decodeText(big));
}

function bigintOf(text: string): bigint {
  if (!/^-?\d{1,400}$/.test(text)) throw new DamagedMessage("an integer");
  return BigInt(text);
}
