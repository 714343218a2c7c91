// Chooses few cases in which every two values of different axes occur together, because most faults need only two
// values.
// The decision: a greedy algorithm without randomness, so that the same axes give the same cases. Axes are filled
// largest first, each with the value that adds most new pairs, and of equal ones the least used.

/** The values by the names of their axes. */
export type Axes<Case> = { readonly [Axis in keyof Case]: readonly Case[Axis][] };

/** Indices of values in their axes; undefined: not chosen yet. */
type Choice = (number | undefined)[];

/** @param goTogether returns whether two values may be in one case; every value must be compatible with some other */
export function pairwise<Case extends object>(
  axes: Axes<Case>,
  goTogether: (some: Partial<Case>) => boolean = () => true,
): Case[] {
  const names = (Object.keys(axes) as (keyof Case)[]).sort((a, b) => axes[b].length - axes[a].length);
  const lists = names.map((name) => axes[name]);
  const caseOf = (choice: Choice) =>
    Object.fromEntries(
      choice.flatMap((place, axis) => (place === undefined ? [] : [[names[axis], lists[axis]![place]]])),
    ) as Partial<Case>;
  const meetings = new Meetings(
    lists.map((list) => list.length),
    (choice) => goTogether(caseOf(choice)),
  );
  const cases: Case[] = [];
  for (const pair of meetings.all()) {
    if (meetings.has(pair)) continue;
    cases.push(caseOf(meetings.complete(pair)) as Case);
  }
  return cases;
}

/** The number of uses of each pair of values. */
class Meetings {
  readonly #sizes: readonly number[];
  readonly #goTogether: (choice: Choice) => boolean;
  readonly #counts = new Map<string, number>();

  constructor(sizes: readonly number[], goTogether: (choice: Choice) => boolean) {
    this.#sizes = sizes;
    this.#goTogether = goTogether;
  }

  /** Returns every pair that may occur. */
  *all(): Generator<Choice> {
    for (const [a, size] of this.#sizes.entries())
      for (let b = a + 1; b < this.#sizes.length; b++)
        for (let i = 0; i < size; i++)
          for (let j = 0; j < this.#sizes[b]!; j++) {
            const pair: Choice = [];
            pair[a] = i;
            pair[b] = j;
            if (this.#goTogether(pair)) yield pair;
          }
  }

  has(pair: Choice): boolean {
    const [a, b] = chosen(pair);
    return this.#count(a!, pair[a!]!, b!, pair[b!]!) > 0;
  }

  /** Chooses the missing values, and counts the pairs. */
  complete(pair: Choice): Choice {
    const choice = this.#sizes.map((_, axis) => pair[axis]);
    for (const axis of this.#sizes.keys()) choice[axis] ??= this.#bestFor(axis, choice);
    for (const a of choice.keys())
      for (let b = a + 1; b < choice.length; b++) {
        const key = keyOf(a, choice[a]!, b, choice[b]!);
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      }
    return choice;
  }

  #bestFor(axis: number, choice: Choice): number {
    const others = chosen(choice);
    let best: { value: number; firsts: number; sum: number } | undefined;
    for (let value = 0; value < this.#sizes[axis]!; value++) {
      const counts = others.map((other) => this.#count(axis, value, other, choice[other]!));
      const firsts = counts.filter((count) => count === 0).length;
      const sum = counts.reduce((a, b) => a + b, 0);
      const isBetter = !best || firsts > best.firsts || (firsts === best.firsts && sum < best.sum);
      if (isBetter && this.#goTogether(choice.with(axis, value))) best = { value, firsts, sum };
    }
    if (!best) throw new Error(`no value of axis ${axis} goes with ${JSON.stringify(choice)}`);
    return best.value;
  }

  #count(a: number, i: number, b: number, j: number): number {
    return this.#counts.get(a < b ? keyOf(a, i, b, j) : keyOf(b, j, a, i)) ?? 0;
  }
}

/** Returns the axes with a chosen value. */
function chosen(choice: Choice): number[] {
  return choice.flatMap((place, axis) => (place === undefined ? [] : [axis]));
}

function keyOf(a: number, i: number, b: number, j: number): string {
  return `${a} ${i} ${b} ${j}`;
}
