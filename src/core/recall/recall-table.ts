// What was measured of the walks in one graph: the share of the nearest neighbours that they find by ef, k and filter,
// and the ef that finds a share that was asked for. Pure functions.
// The decision: the misses of a walk fall about as a power of ef, so between two measured ef the logarithm of the
// misses is interpolated over the logarithm of ef; steps of a factor of two are then enough. An ef is taken if the mean
// of the measured queries reaches what was asked, and the lower end of its interval comes near that. Where the engine
// compared all vectors instead of walking, no ef is taken: the search is exact, since at the next filter it might walk.

/** The numbers of neighbours for which recall is measured; others are interpolated. */
export const LEVELS = [1, 10, 100] as const;
type Level = (typeof LEVELS)[number];

/** The shares of the slots that filters of the measured classes let through; 1: no filter. */
export const SHARES = [1, 0.5, 0.1, 0.01] as const;

/** The recall of walks by ef, for one number of neighbours. */
export interface Curve {
  /** Ascending, at least the number of neighbours. */
  readonly ef: readonly number[];
  /** The mean share of the neighbours that were found with each ef. */
  readonly mean: readonly number[];
  /** The lower end of the 95 % interval of that mean. */
  readonly low: readonly number[];
  /** The mean number of vectors or codes that a walk compared. */
  readonly compared: readonly number[];
  /** The number of leading ef with which the graph was walked; with others all vectors were compared. */
  readonly walked: number;
}

/** A class of filters. */
export interface ShareClass {
  readonly share: number;
  /** One for each of LEVELS. */
  readonly curves: readonly Curve[];
}

export interface RecallTable {
  /** Milliseconds since 1970. */
  readonly measured: number;
  /** Live points, slots and dead slots at that time. */
  readonly points: number;
  readonly slots: number;
  readonly dead: number;
  /** The number of queries that were measured, and of those among them that clients had asked. */
  readonly queries: number;
  readonly real: number;
  /** The different queries that clients had asked by then. */
  readonly asked: number;
  readonly classes: readonly ShareClass[];
}

/** An ef, and the share of the neighbours that it is expected to find. */
interface Effort {
  readonly ef: number;
  readonly expected: number;
  /** The vectors or codes that a walk with it compares. */
  readonly compared: number;
}

/** The lower end of the interval may be below what was asked by this, and by this part of the misses that it allows. */
const TOLERANCE = 0.005;
const MISSES_TOLERANCE = 0.3;
/** Rounding errors of logarithms do not count as a candidate more. */
const ROUNDING = 1e-6;
/** Shares of a filter within this factor of a measured one count as that one. */
const SAME_SHARE = 1.15;
/** Stands for no misses at all: the logarithm needs a number. */
const LEAST_MISSES = 1e-4;

/** Stands for a comparison of all vectors that may be found. */
export const EXACT = "exact";

/**
 * Returns the effort for a search; null: no measured ef finds as much as was asked.
 * @param asked the share of the neighbours that should be found
 * @param share the share of the slots that a filter lets through
 */
export function effortFor(
  table: RecallTable,
  asked: number,
  k: number,
  share: number,
): Effort | typeof EXACT | null {
  let widest: Effort | typeof EXACT = EXACT;
  for (const { curves } of classesFor(table, share)) {
    const effort = effortIn(curves, asked, k);
    if (effort === null) return null;
    if (effort !== EXACT && (widest === EXACT || effort.ef > widest.ef)) widest = effort;
  }
  return widest;
}

/** Returns the class of the share, or the two between which it is. */
function classesFor({ classes }: RecallTable, share: number): readonly ShareClass[] {
  const same = classes.find(({ share: own }) => Math.max(own, share) / Math.min(own, share) <= SAME_SHARE);
  if (same) return [same];
  const narrower = classes.findIndex(({ share: own }) => own < share);
  return narrower === -1 ? classes.slice(-1) : classes.slice(Math.max(0, narrower - 1), narrower + 1);
}

function effortIn(curves: ShareClass["curves"], asked: number, k: number): Effort | typeof EXACT | null {
  const { below, above, weight, factor } = levelsFor(curves, k);
  const [first, last] = [efFor(below, asked), efFor(above, asked)];
  if (first === null || last === null) return null;
  if (first === EXACT || last === EXACT) return EXACT;
  const ef = Math.exp(mixed(Math.log(first), Math.log(last), weight)) * factor;
  const expected = mixed(recallOf(below, first), recallOf(above, last), weight);
  const compared = mixed(comparedOf(below, first), comparedOf(above, last), weight) * factor;
  return { ef: Math.max(k, Math.ceil(ef - ROUNDING)), expected, compared };
}

/** The curves between which `k` is, and how near it is to the second: 0 to 1. */
interface Between {
  readonly below: Curve;
  readonly above: Curve;
  readonly weight: number;
  /** Beyond the last level ef grows with `k`. */
  readonly factor: number;
}

function levelsFor(curves: ShareClass["curves"], k: number): Between {
  const above = LEVELS.findIndex((level) => level >= k);
  if (above === -1) {
    const last = LEVELS.length - 1;
    return { below: curves[last]!, above: curves[last]!, weight: 0, factor: k / LEVELS[last]! };
  }
  if (above === 0) return { below: curves[0]!, above: curves[0]!, weight: 0, factor: 1 };
  const [from, to] = [LEVELS[above - 1] as Level, LEVELS[above] as Level];
  const weight = Math.log(k / from) / Math.log(to / from);
  return { below: curves[above - 1]!, above: curves[above]!, weight, factor: 1 };
}

/** Returns the smallest ef that finds what was asked; null: none of the measured ones does. */
function efFor(curve: Curve, asked: number): number | typeof EXACT | null {
  const { ef, mean, low, walked } = curve;
  const least = asked - Math.min(TOLERANCE, MISSES_TOLERANCE * (1 - asked));
  const at = ef.findIndex((_, i) => mean[i]! >= asked && low[i]! >= least);
  if (at === -1) return null;
  if (at >= walked) return EXACT;
  if (at === 0) return ef[0]!;
  const part = Math.max(crossing(mean, at, asked), crossing(low, at, least));
  return Math.exp(mixed(Math.log(ef[at - 1]!), Math.log(ef[at]!), part));
}

/** Returns where between two measured ef the recall passes a value: 0 at the first, 1 at the second. */
function crossing(recalls: readonly number[], at: number, value: number): number {
  const [before, after] = [missesOf(recalls[at - 1]!), missesOf(recalls[at]!)];
  if (recalls[at - 1]! >= value) return 0;
  return before === after ? 1 : Math.min(1, (before - missesOf(value)) / (before - after));
}

function recallOf({ ef: efs, mean, walked }: Curve, ef: number): number {
  const at = efs.findIndex((measured) => measured >= ef);
  // Between a walk and a comparison of all there is nothing to interpolate.
  const last = Math.max(0, walked - 1);
  if (at === -1 || at > last) return mean[Math.min(last, mean.length - 1)]!;
  if (at === 0) return mean[0]!;
  const part = Math.log(ef / efs[at - 1]!) / Math.log(efs[at]! / efs[at - 1]!);
  const [before, after] = [mean[at - 1]!, mean[at]!];
  return Math.min(Math.max(before, after), 1 - Math.exp(mixed(missesOf(before), missesOf(after), part)));
}

function comparedOf({ ef: efs, compared }: Curve, ef: number): number {
  const at = efs.findIndex((measured) => measured >= ef);
  return compared[at] ?? compared.at(-1)!;
}

function missesOf(recall: number): number {
  return Math.log(Math.max(1 - recall, LEAST_MISSES));
}

function mixed(first: number, second: number, weight: number): number {
  return first === second ? first : first * (1 - weight) + second * weight;
}
