// Seeded sparse vectors for the benchmark of sparse vectors, written to files as the engine keeps them.
// The decision: terms follow a Zipf-Mandelbrot law, a third of them from the topic of the document, as words do; a
// vector of learned weights has 119 entries and its query 43, one of BM25 weights 35 and 6. There is no such data in a
// package registry.
import { closeSync, openSync, writeSync } from "node:fs";
import { type Random, seededRandom } from "../../unit/engine/fixtures.ts";

export type SparseKind = "splade-like" | "bm25-like";

interface Shape {
  readonly terms: number;
  /** The shift of the law: the larger, the more even are the frequent terms. */
  readonly shift: number;
  readonly entries: number;
  readonly queryEntries: number;
}

const SHAPES: Readonly<Record<SparseKind, Shape>> = {
  "splade-like": { terms: 30_522, shift: 50, entries: 119, queryEntries: 43 },
  "bm25-like": { terms: 200_000, shift: 20, entries: 35, queryEntries: 6 },
};
const TOPICS = 200;
const TOPICAL = 1 / 3;
const SEED = 7;
const BLOCK_BYTES = 8 * 2 ** 20;
const WORD = 4;

/** Writes `documents` vectors and `queries` queries. */
export function writeSparse(
  kind: SparseKind,
  documents: number,
  queries: number,
  files: { readonly documents: string; readonly queries: string },
): void {
  const random = seededRandom(SEED);
  const { entries, queryEntries } = SHAPES[kind];
  writeAll(files.documents, documents, () => drawVector(random, kind, entries, false));
  writeAll(files.queries, queries, () => drawVector(random, kind, queryEntries, true));
}

function writeAll(file: string, count: number, draw: () => Uint8Array): void {
  const fd = openSync(file, "w");
  const block = new Uint8Array(BLOCK_BYTES);
  let at = 0;
  for (let i = 0; i < count; i++) {
    const vector = draw();
    if (at + vector.length > block.length) {
      writeSync(fd, block, 0, at);
      at = 0;
    }
    block.set(vector, at);
    at += vector.length;
  }
  writeSync(fd, block, 0, at);
  closeSync(fd);
}

/** Draws a vector whose number of entries varies by a half around the usual one. */
function drawVector(random: Random, kind: SparseKind, usual: number, isQuery: boolean): Uint8Array {
  const shape = SHAPES[kind];
  const count = isQuery ? usual : Math.round(usual * (0.5 + random()));
  const topic = Math.floor(random() * TOPICS);
  const ranks = new Map<number, number>();
  while (ranks.size < count) {
    const rank = drawRank(random, shape);
    const term = random() < TOPICAL ? (rank * 7919 + topic * 104_729) % shape.terms : rank;
    ranks.set(term, rank);
  }
  const indices = Uint32Array.from(ranks.keys()).sort();
  const words = new Uint32Array(1 + 2 * count);
  words[0] = count;
  words.set(indices, 1);
  const weigh = () => weightOf(random, kind, isQuery);
  new Float32Array(words.buffer, WORD * (1 + count)).set(
    Float32Array.from(indices, (term) => weigh() * (isQuery ? Math.log(2 + ranks.get(term)!) / 4 : 1)),
  );
  return new Uint8Array(words.buffer);
}

/** The inverse of the distribution function of 1 / (rank + shift). */
function drawRank(random: Random, { terms, shift }: Shape): number {
  return Math.min(terms - 1, Math.floor(shift * ((terms + shift) / shift) ** random() - shift));
}

function weightOf(random: Random, kind: SparseKind, isQuery: boolean): number {
  if (kind === "splade-like") return Math.exp(0.7 * normal(random) - 0.5);
  if (isQuery) return 1;
  const frequency = 1 + Math.floor(-Math.log(1 - random()) / 1.2);
  return (2.2 * frequency) / (frequency + 1.2 * (0.7 + 0.6 * random()));
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
