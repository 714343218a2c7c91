// Counts the tokens of texts of any length.
// The decision: a long text is counted in parts that begin and end between two words, so that no part takes long and
// the tables of the counter stay small. The counts of a part are sorted, so those of several are merged, which is
// faster than looking each up.
import { runWhole, type Sliced } from "../scheduling/slices.ts";
import type { Counted, TokenCounter } from "./token-counter.ts";
import type { TextForm, Tokenizer } from "./tokenize.ts";

/** Code units of the parts of a long text, which take half a millisecond if no word was seen before. */
export const PART = 2048;
/** Counts of a long text that are merged between two yields. */
const COUNTS = 2 ** 15;
/** Texts up to this length are counted at once where nothing waits. Longer ones are counted in parts. */
const WHOLE = 2 ** 20;

export function countedWhole(
  text: string,
  form: TextForm,
  tokenizer: Tokenizer,
  counter: TokenCounter,
): Counted {
  return text.length <= WHOLE
    ? counter.count(text, form)
    : runWhole(countedInParts(text, form, tokenizer, counter));
}

/**
 * Counts the parts of a text. The counter is free between two parts, so others may use it.
 * @param size code units of a part
 */
export function* countedInParts(
  text: string,
  form: TextForm,
  tokenizer: Tokenizer,
  counter: TokenCounter,
  size = PART,
): Sliced<Counted> {
  const runs: Run[] = [];
  let total = 0;
  for (let start = 0; start < text.length; ) {
    const end = tokenizer.gapFrom(text, start + size, start);
    const { indices, counts, length, total: found } = counter.count(text.slice(start, end), form);
    runs.push({ indices: indices.slice(0, length), counts: counts.slice(0, length) });
    total += found;
    start = end;
    yield;
    yield* mergeLast(runs, (last, other) => other.indices.length <= 2 * last.indices.length);
  }
  yield* mergeLast(runs, () => true);
  const { indices, counts } = runs[0] ?? NONE;
  return { indices, counts, length: indices.length, total };
}

/** Counts by their indices, which are ascending. */
type Run = Pick<Counted, "indices" | "counts">;
const NONE: Run = { indices: new Uint32Array(0), counts: new Uint32Array(0) };

/** Merges the last two runs as long as there are two to which `isDue` applies. */
function* mergeLast(runs: Run[], isDue: (last: Run, other: Run) => boolean): Sliced<void> {
  while (runs.length > 1 && isDue(runs.at(-1)!, runs.at(-2)!)) {
    const last = runs.pop()!;
    runs.push(yield* merged(runs.pop()!, last));
  }
}

/** Adds up the counts of two runs. */
function* merged(one: Run, other: Run): Sliced<Run> {
  const { length: ones } = one.indices;
  const { length: others } = other.indices;
  const indices = new Uint32Array(ones + others);
  const counts = new Uint32Array(ones + others);
  let length = 0;
  for (let i = 0, j = 0; i < ones || j < others; length++) {
    const a = i < ones ? one.indices[i]! : Number.POSITIVE_INFINITY;
    const b = j < others ? other.indices[j]! : Number.POSITIVE_INFINITY;
    indices[length] = Math.min(a, b);
    if (a <= b) counts[length] = one.counts[i++]!;
    if (b <= a) counts[length]! += other.counts[j++]!;
    if (length % COUNTS === COUNTS - 1) yield;
  }
  return { indices: indices.subarray(0, length), counts: counts.subarray(0, length) };
}
