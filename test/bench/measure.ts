// Computes figures from measurements: medians, and the speed at a recall between two measured points.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A measurement with one ef: the recall and the speed. */
export interface Point {
  readonly ef: number;
  readonly recall: number;
  /** Queries per second of CPU time. */
  readonly qps: number;
  /** Queries per second of wall time. */
  readonly wallQps: number;
}

export interface SpeedAt {
  readonly qps: number;
  readonly wallQps: number;
  /**
   * `exact`: between two measured points. `above`: the search with the smallest ef has a higher recall, so the engine
   * could be faster. `below`: the search with the largest ef has a lower recall; the speed is that of this search.
   */
  readonly range: "exact" | "above" | "below";
}

/** Interpolates the speed at a recall between the two nearest points; the logarithm of the speed is linear. */
export function speedAt(points: readonly Point[], recall: number): SpeedAt {
  const sorted = [...points].sort((a, b) => a.ef - b.ef);
  const after = sorted.findIndex((point) => point.recall >= recall);
  if (after === -1) return { ...speeds(sorted.at(-1)!), range: "below" };
  const to = sorted[after]!;
  if (after === 0) return { ...speeds(to), range: to.recall === recall ? "exact" : "above" };
  const from = sorted[after - 1]!;
  const share = (recall - from.recall) / (to.recall - from.recall);
  const between = (a: number, b: number) => Math.exp(Math.log(a) + share * (Math.log(b) - Math.log(a)));
  return {
    qps: between(from.qps, to.qps),
    wallQps: between(from.wallQps, to.wallQps),
    range: "exact",
  };
}

function speeds({ qps, wallQps }: Point): { qps: number; wallQps: number } {
  return { qps, wallQps };
}
