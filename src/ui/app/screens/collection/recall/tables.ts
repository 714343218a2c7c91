// What was measured of the recall of a collection's graphs, as its info shows it, and the parts that a search is about.
import type { RecallTableShown as RecallTable } from "../../../../../schema/recall.ts";
import { count, plural } from "../../../kit/format.ts";

export type { RecallTable };
export type MeasuredCurve = RecallTable["curves"][number];
export type MeasuredWalk = MeasuredCurve["walks"][number];

/** Shares of a filter within this factor of a measured one count as that one, as in core/recall/recall-table.ts. */
const SAME_SHARE = 1.15;

/** Returns the measured numbers of nearest points, ascending. */
export function levelsOf({ curves }: RecallTable): number[] {
  return [...new Set(curves.map(({ k }) => k))].sort((a, b) => a - b);
}

/** Returns the measured shares of filters, no filter first. */
export function sharesOf({ curves }: RecallTable): number[] {
  return [...new Set(curves.map(({ share }) => share))].sort((a, b) => b - a);
}

/** Returns the curve of a number of nearest points and a share. */
export function curveOf({ curves }: RecallTable, k: number, share: number): MeasuredCurve | undefined {
  return curves.find((curve) => curve.k === k && curve.share === share);
}

/** Returns the curves that rule a search: those of the measured k and shares between which its own are. */
export function rulingCurves(table: RecallTable, k: number, share: number): MeasuredCurve[] {
  const levels = between(levelsOf(table), (level) => level >= k, k);
  const shares = sharesOf(table);
  const same = shares.find((own) => Math.max(own, share) / Math.min(own, share) <= SAME_SHARE);
  const classes = same === undefined ? between(shares, (own) => own < share, share) : [same];
  return classes.flatMap((own) => levels.flatMap((level) => curveOf(table, level, own) ?? []));
}

/** Returns the measured curve whose k and share are the least times away from those given. */
export function nearestCurve(table: RecallTable, k: number, share: number): MeasuredCurve {
  const away = (curve: MeasuredCurve): number =>
    Math.abs(Math.log(curve.k / k)) + Math.abs(Math.log(curve.share / Math.max(share, Number.MIN_VALUE)));
  return table.curves.reduce((nearest, curve) => (away(curve) < away(nearest) ? curve : nearest));
}

/** Returns the value itself, or the two between which it is, or the last one. */
function between(all: readonly number[], isBeyond: (one: number) => boolean, value: number): number[] {
  if (all.includes(value)) return [value];
  const beyond = all.findIndex(isBeyond);
  return beyond === -1 ? all.slice(-1) : all.slice(Math.max(0, beyond - 1), beyond + 1);
}

/** The measured walks next to an ef; the same twice if it was measured itself or is outside of what was. */
interface Neighbours {
  readonly below: MeasuredWalk;
  readonly above: MeasuredWalk;
}

export function neighboursOf({ walks }: { readonly walks: readonly MeasuredWalk[] }, ef: number): Neighbours {
  const above = walks.findIndex((walk) => walk.ef >= ef);
  if (above === -1) return { below: walks.at(-1)!, above: walks.at(-1)! };
  const isOutside = above === 0 || walks[above]!.ef === ef;
  return { below: walks[isOutside ? above : above - 1]!, above: walks[above]! };
}

/** Returns the table that needs the widest walk: the one of which this ef finds least. */
export function rulingTable(
  tables: readonly RecallTable[],
  { ef, k, share }: { readonly ef: number | null; readonly k: number; readonly share: number },
): RecallTable {
  const found = (table: RecallTable): number =>
    Math.min(...rulingCurves(table, k, share).map((curve) => neighboursOf(curve, ef ?? 1).below.recall));
  return tables.reduce((least, table) => (found(table) < found(least) ? table : least));
}

/** Names a class of filters. */
export function shareText(share: number): string {
  return share >= 1 ? "No filter" : `${Number((share * 100).toPrecision(2))}%`;
}

export function queriesText({ queries, real_queries }: RecallTable): string {
  if (real_queries === 0) return `${count(queries)} stored vectors, as no client had asked enough yet`;
  if (real_queries === queries) return `${count(queries)} queries that clients had asked`;
  const stored = plural(queries - real_queries, "stored vector");
  return `${plural(real_queries, "query", "queries")} that clients had asked and ${stored}`;
}
