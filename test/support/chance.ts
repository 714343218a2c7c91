// Seeded random values for tests: numbers, choices, bytes.
import { seededRandom } from "./random.ts";

/** Returns numbers in [0, 1). */
export type Random = () => number;

/** An integer from `low` to `high`, both included. */
export const between = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

export const pick = <T>(random: Random, items: readonly T[]): T =>
  items[between(random, 0, items.length - 1)]!;

/** Returns the items in an order that is drawn. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  for (let i = left.length - 1; i > 0; i--) {
    const other = between(random, 0, i);
    [left[i], left[other]] = [left[other]!, left[i]!];
  }
  return left;
}

export function bytes(random: Random, length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let i = 0; i < words.length; i++) words[i] = random() * 2 ** 32;
  return new Uint8Array(words.buffer, 0, length);
}

/** The seed of `npm test`: random cases are the same in each run, so only a change of the code can fail it. */
const DAILY_SEED = 1;

/** Returns the seed of all random cases: SEED, which `slow/run.ts` sets to a new one in each run, or the daily one. */
export const seedOf = (): number => Number(process.env.SEED ?? DAILY_SEED);

/** Returns a count that an environment variable may set, so that a run can be extended. */

export function countOf(name: string, usual: number): number {
  return Number(process.env[name] ?? usual);
}

/** Returns the generator of one of many rounds, so that each can be run alone. */
export const roundRandom = (seed: number, round: number): Random =>
  seededRandom((seed + Math.imul(round, 0x9e3779b1)) >>> 0);
