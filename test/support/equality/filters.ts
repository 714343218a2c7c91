// Filters that are drawn for the points of points.ts: by indexes, by payloads without an index, by ids.
import { between, pick, type Random } from "../chance.ts";
import { DAYS, DENSE_NAMES, type DrawnPoint, TAGS, WORDS } from "./points.ts";

type Condition = object;

/** Returns a filter; null: all points. */
export function drawnFilter(random: Random, points: readonly DrawnPoint[]): object | null {
  if (random() < 0.4) return null;
  const conditions = (most: number) =>
    Array.from({ length: between(random, 1, most) }, () => drawnCondition(random, points));
  const clause = pick(random, ["must", "should", "must_not", "both", "min_should"] as const);
  if (clause === "both") return { must: conditions(2), must_not: conditions(1) };
  if (clause === "min_should") return { min_should: { conditions: conditions(3), min_count: 1 } };
  return { [clause]: conditions(2) };
}

function drawnCondition(random: Random, points: readonly DrawnPoint[]): Condition {
  const number = () => between(random, -2, 2);
  const draws: readonly (() => Condition)[] = [
    () => ({ key: "n", match: { value: number() } }),
    () => ({ key: "n", range: { gte: number() } }),
    () => ({ key: "f", range: { lt: pick(random, [0, 0.25, 2]) } }),
    () => ({ key: "tag", match: { value: pick(random, TAGS) } }),
    () => ({ key: "tag", match: { any: [pick(random, TAGS), pick(random, TAGS)] } }),
    () => ({ key: "tag", match: { except: [pick(random, TAGS)] } }),
    () => ({ key: "flag", match: { value: random() < 0.5 } }),
    () => ({ key: "day", range: { lte: pick(random, DAYS) } }),
    () => ({ key: "at", geo_radius: { center: { lon: 1, lat: 0 }, radius: 112_000 } }),
    () => ({ key: "text", match: { text: pick(random, WORDS) } }),
    () => ({ key: "free", match: { value: between(random, 0, 3) } }),
    () => ({ key: "free", range: { gt: between(random, 0, 3) } }),
    () => ({ is_empty: { key: pick(random, ["n", "tag", "free"]) } }),
    () => ({ has_vector: pick(random, DENSE_NAMES) }),
    () => ({
      has_id: Array.from({ length: between(random, 1, points.length) }, () => pick(random, points).id),
    }),
  ];
  return pick(random, draws)();
}
