// Counts the tokens of texts of any length.
// The decision: a long text is counted in parts that begin and end between two words, and the counts of the parts are
// added, so that no part takes long and the tables of the counter stay small.
import { runWhole, type Sliced } from "../scheduling/slices.ts";
import { sortedInSlices } from "../scheduling/sort.ts";
import type { Counted, TokenCounter } from "./token-counter.ts";
import type { TextForm, Tokenizer } from "./tokenize.ts";

/** Code units of the parts of a long text, which take half a millisecond if no word was seen before. */
export const PART = 2048;
/** Counts of a long text that are gathered between two yields. */
const COUNTS = 4096;
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
  const all = new Map<number, number>();
  let total = 0;
  for (let start = 0; start < text.length; ) {
    const end = tokenizer.gapFrom(text, start + size, start);
    const part = counter.count(text.slice(start, end), form);
    for (let i = 0; i < part.length; i++) {
      const index = part.indices[i]!;
      all.set(index, (all.get(index) ?? 0) + part.counts[i]!);
    }
    total += part.total;
    start = end;
    yield;
  }
  const indices = Uint32Array.from(yield* sortedInSlices([...all.keys()], (a, b) => a - b));
  const counts = new Uint32Array(indices.length);
  for (let i = 0; i < counts.length; i++) {
    counts[i] = all.get(indices[i]!)!;
    if (i % COUNTS === 0) yield;
  }
  return { indices, counts, length: indices.length, total };
}
