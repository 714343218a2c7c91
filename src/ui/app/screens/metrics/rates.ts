// Differences of counters and quantiles of histograms between two readings.
// The decision: a counter that has decreased was reset by a restart, so its whole value is new.
import type { Exposition, Sample } from "./exposition.ts";

export type AcceptsLabels = (labels: Sample["labels"]) => boolean;

const keyOf = (labels: Sample["labels"]): string => JSON.stringify(Object.entries(labels).sort());

/** Returns the growth of counters, summed by `group`. */
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

/** Returns quantiles of the values that a histogram recorded between two readings; null if there are none. */
export function quantiles(
  before: Exposition,
  now: Exposition,
  name: string,
  shares: readonly number[],
  accepts: AcceptsLabels = () => true,
): readonly (number | null)[] {
  const grown = growth(before, now, `${name}_bucket`, (labels) =>
    accepts(labels) ? (labels.le ?? null) : null,
  );
  const buckets = Array.from(grown, ([le, count]) => ({
    limit: le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le),
    count,
  })).sort((a, b) => a.limit - b.limit);
  return shares.map((share) => quantile(buckets, share));
}

/** Interpolates linearly within a bucket. Beyond the last finite limit it returns that limit. */
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
