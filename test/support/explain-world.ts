// The points and filters of the tests of `params.explain` with the expected matches.
import { seededRandom } from "./random.ts";

const SEED = 20261;
export const COUNT = 3000;
export const SIZE = 8;
export const EF = 10;
const CITIES = ["Bonn", "Oslo", "Oslo", "Rome", "Oslo"];

interface Made {
  readonly id: number;
  readonly vector: number[];
  readonly payload: { city: string; price: number; tags: { name: string }[] };
}

const random = seededRandom(SEED);
export const POINTS: Made[] = Array.from({ length: COUNT }, (_, id) => ({
  id,
  vector: Array.from({ length: SIZE }, () => random() - 0.5),
  payload: { city: CITIES[id % CITIES.length]!, price: id, tags: [{ name: `t${id % 7}` }] },
}));
export const VECTOR = Array.from({ length: SIZE }, () => random() - 0.5);

export const is = (key: string, value: unknown) => ({ key, match: { value } });
const below = (lt: number) => ({ key: "price", range: { lt } });
export const FILTERS = {
  none: null,
  indexed: { must: [is("city", "Oslo")] },
  "not indexed": { must: [below(1500)] },
  "not indexed and rare": { must: [below(3)] },
  both: { must: [is("city", "Oslo"), below(1500)] },
  "both and few": { must: [is("city", "Oslo"), { has_id: [1, 4, 5, 7] }, below(5)] },
  "a few ids": { must: [{ has_id: [3, 4, 5] }] },
  nothing: { must: [is("city", "Paris")] },
  everything: {},
};
export type FilterName = keyof typeof FILTERS;

function matches(name: FilterName, { id, payload: { city, price } }: Made): boolean {
  const isOslo = city === "Oslo";
  return {
    none: true,
    indexed: isOslo,
    "not indexed": price < 1500,
    "not indexed and rare": price < 3,
    both: isOslo && price < 1500,
    "both and few": isOslo && [1, 4, 5, 7].includes(id) && price < 5,
    "a few ids": [3, 4, 5].includes(id),
    nothing: false,
    everything: true,
  }[name];
}
export const countOf = (name: FilterName) => POINTS.filter((point) => matches(name, point)).length;
