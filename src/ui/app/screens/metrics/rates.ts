// What happened between two readings: differences of counters, and quantiles of histograms.
// The decision: a counter that is less than before has begun anew, since the server has, so all of it is new.
import type { Exposition, Sample } from "./exposition.ts";

export type Wanted = (labels: Sample["labels"]) => boolean;

const keyOf = (labels: Sample["labels"]): string => JSON.stringify(Object.entries(labels).sort());

/** How much the counters have grown, those together whose `group` is the same. */
export function growth(
  before: Exposition,
  now: Exposition,
  name: string,
  group: (labels: Sample["labels"]) => string | null,
): ReadonlyMap<string, number> {
  const old = new Map(before.get(name)?.map(({ labels, value }) => [keyOf(labels), value]));
  const grown = new Map<string, number>();
  for (const { labels, value } of now.get(name) ?? []) {
    const key = group(labels);
    if (key === null) continue;
    const last = old.get(keyOf(labels)) ?? 0;
    grown.set(key, (grown.get(key) ?? 0) + (value >= last ? value - last : value));
  }
  return grown;
}

/** Of what a histogram has seen between two readings; null: nothing. */
export function quantiles(
  before: Exposition,
  now: Exposition,
  name: string,
  shares: readonly number[],
  wanted: Wanted = () => true,
): readonly (number | null)[] {
  const grown = growth(before, now, `${name}_bucket`, (labels) =>
    wanted(labels) ? (labels.le ?? null) : null,
  );
  const buckets = Array.from(grown, ([le, count]) => ({
    limit: le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le),
    count,
  })).sort((a, b) => a.limit - b.limit);
  return shares.map((share) => quantile(buckets, share));
}

/** Within a bucket, evenly between its limits; beyond the last finite limit, that. */
function quantile(buckets: readonly { limit: number; count: number }[], share: number): number | null {
  const total = buckets.at(-1)?.count ?? 0;
  if (total === 0) return null;
  const rank = share * total;
  let [lowest, below] = [0, 0];
  for (const { limit, count } of buckets) {
    if (count >= rank) {
      if (limit === Number.POSITIVE_INFINITY) return lowest;
      return count === below ? limit : lowest + ((limit - lowest) * (rank - below)) / (count - below);
    }
    [lowest, below] = [limit, count];
  }
  return lowest;
}
