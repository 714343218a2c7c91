// Makes sparse vectors of texts by BM25: an index for each token, weighted by how often a document has it.
// The decision: the lengths of documents are compared with a guess of their average, which is an option, because a
// vector is kept as it was made. Weights are computed in 64 bits. What a token is worth in the collection is no part of
// the vector: it is the modifier `idf` of the collection. Options are compiled once and kept with what was learned of
// words (token-counter.ts).
import type { CancelSignal } from "../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../scheduling/slices.ts";
import type { SparseVector } from "../shared/sparse-vector.ts";
import { type Bm25Settings, bm25Settings } from "./bm25-options.ts";
import { countedInParts, countedWhole, PART } from "./counted.ts";
import { loadLanguages } from "./loaded.ts";
import { type Counted, TokenCounter } from "./token-counter.ts";
import { Tokenizer } from "./tokenize.ts";

/** Compiled options that are kept: requests repeat the same few. */
const MAX_COMPILED = 16;

/** Compiled options, with what was learned of words. */
interface Bm25 {
  readonly settings: Bm25Settings;
  readonly tokenizer: Tokenizer;
  readonly counter: TokenCounter;
}

/** Whether a text is embedded as the value of a point or as a query. */
export type EmbeddedForm = "value" | "query";

const compiled = new Map<string, Bm25>();

/** Compiles options of a request and loads their languages. @throws InvalidBm25 */
export async function compileBm25(options: unknown): Promise<Bm25> {
  const settings = bm25Settings(options);
  const key = JSON.stringify(settings);
  const known = compiled.get(key);
  if (known) return known;
  await loadLanguages(settings.text);
  const tokenizer = new Tokenizer(settings.text);
  const bm25 = { settings, tokenizer, counter: new TokenCounter(tokenizer) };
  if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value!);
  compiled.set(key, bm25);
  return bm25;
}

export function embedDocument(text: string, bm25: Bm25): SparseVector {
  return documentOf(countedWhole(text, "value", bm25.tokenizer, bm25.counter), bm25.settings);
}

export function embedQuery(text: string, bm25: Bm25): SparseVector {
  return queryOf(countedWhole(text, "query", bm25.tokenizer, bm25.counter));
}

/**
 * Embeds documents in slices, so that other requests are served meanwhile.
 * @param form "query": the texts are queries
 * @throws InvalidBm25, DeadlineExceeded
 */
export async function embedDocuments(
  texts: readonly string[],
  options: unknown,
  signal?: CancelSignal,
  form: EmbeddedForm = "value",
): Promise<SparseVector[]> {
  const bm25 = await compileBm25(options);
  return runInSlices(embedAll(texts, form, bm25), signal);
}

function* embedAll(texts: readonly string[], form: EmbeddedForm, bm25: Bm25): Sliced<SparseVector[]> {
  const vectors: SparseVector[] = [];
  let length = 0;
  for (const text of texts) {
    length += text.length;
    if (text.length <= PART) {
      vectors.push(form === "query" ? embedQuery(text, bm25) : embedDocument(text, bm25));
    } else {
      const counted = yield* countedInParts(text, form, bm25.tokenizer, bm25.counter);
      vectors.push(form === "query" ? queryOf(counted) : documentOf(counted, bm25.settings));
    }
    if (length < PART) continue;
    length = 0;
    yield;
  }
  return vectors;
}

function documentOf(
  { indices, counts, length, total }: Counted,
  { k, b, avgLen }: Bm25Settings,
): SparseVector {
  const values = new Float32Array(length);
  const saturation = k * (1 - b + (b * total) / avgLen);
  for (let i = 0; i < length; i++) values[i] = (counts[i]! * (k + 1)) / (counts[i]! + saturation);
  return { indices: indices.slice(0, length), values };
}

function queryOf({ indices, length }: Counted): SparseVector {
  return { indices: indices.slice(0, length), values: new Float32Array(length).fill(1) };
}
