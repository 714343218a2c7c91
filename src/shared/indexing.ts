// How far the graphs of a collection are, in words, for the command line and the console.

/** The work on graphs in the description of a collection; see schema/collection.ts. */
interface Indexing {
  readonly vectors_done: number;
  readonly vectors_total: number;
  readonly vectors_per_second: number;
  readonly seconds_left?: number;
}

/** Returns a text such as "graph: 40 %, 12000 vectors/s, 8 s left". */
export function progressText({
  vectors_done,
  vectors_total,
  vectors_per_second,
  seconds_left,
}: Indexing): string {
  const part = vectors_total === 0 ? 1 : vectors_done / vectors_total;
  const words = [`graph: ${Math.floor(100 * part)} %`, `${vectors_per_second} vectors/s`];
  return (seconds_left === undefined ? words : [...words, `${duration(seconds_left)} left`]).join(", ");
}

/** Returns a length of time in the largest of three units that leaves no false precision. */
export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
