// The questions that one server asks another one about a collection, and the answers.
// The decision: this table is the whole protocol. A question has fields by their names, queries as numbers or bytes,
// filters and parameters; an answer has points and plain numbers. What grows with the number of points is in typed
// arrays.

import { DamagedMessage } from "../../../errors/sharding.ts";
import type { SearchParams } from "../../config/search-params.ts";
import type { Integer } from "../../filter/filter.ts";
import { AskedRecall } from "../../recall/asked-recall.ts";
import type { VectorQuery } from "../../vectors/vector-index.ts";
import { anyFilter } from "./filter-shape.ts";
import { foundRows, namedPoints } from "./rows.ts";
import {
  anyNumber,
  areEnds,
  asIs,
  byteStrings,
  checked,
  count,
  f32,
  f64,
  flag,
  listOf,
  type MessageShape,
  nullable,
  type Of,
  object,
  oneOf,
  packedIds,
  text,
  u8,
  u32,
} from "./shapes.ts";
import { traced } from "./trace-shape.ts";

/** The most hits of a search; the engine counts in 32 bits. */
const MOST_HITS = 2 ** 31 - 1;

const vectorQuery = asIs(
  (value): value is VectorQuery => value instanceof Float32Array || value instanceof Uint8Array,
);

const integer = asIs((value): value is Integer => typeof value === "number" || typeof value === "bigint");

const recall: MessageShape<AskedRecall> = {
  plain: ({ asked, isShown }) => ({ asked, isShown }),
  read(value, at) {
    const { asked, isShown } = askedRecall.read(value, at);
    return new AskedRecall(asked, isShown);
  },
};
const askedRecall = object({ asked: anyNumber, isShown: flag });

const searchParams: MessageShape<SearchParams> = object({
  ef: nullable(count),
  recall: nullable(recall),
  exact: flag,
  indexedOnly: flag,
  quantization: object({ ignore: flag, rescore: nullable(flag), oversampling: nullable(anyNumber) }),
  sparse: nullable(object({ drop: anyNumber, oversampling: anyNumber })),
});

const limit = checked(count, (value) => value <= MOST_HITS);

const recallParts = listOf(
  object({
    expected: nullable(anyNumber),
    ef: nullable(count),
    measured: nullable(anyNumber),
    slots: count,
  }),
);

const textQuery = object({
  /** The canonical text of the path of the index. */
  path: text,
  parts: listOf(object({ kind: oneOf("words", "phrase", "prefix"), text })),
  k: anyNumber,
  b: anyNumber,
});
export type SentTextQuery = Of<typeof textQuery>;

const textStatistics = object({ documents: count, tokens: count, frequencies: f64 });

/** Of a point that is gone; one without a payload, or vector; one with it. */
export const GONE = 0;
export const BARE = 1;
export const FILLED = 2;

/** Vectors of points in their order: `there` says GONE, BARE or FILLED of each. */
const vectorColumn = object({
  there: u8,
  versions: f64,
  /** The numbers of dense vectors, one after another, of those that have one; null: they are of another kind. */
  floats: nullable(f32),
  strings: byteStrings,
});

const vectors = checked(vectorColumn, ({ there, versions }) => versions.length === there.length);

export const METHODS = {
  search: {
    call: object({
      field: text,
      queries: listOf(vectorQuery),
      k: limit,
      params: searchParams,
      filter: anyFilter,
      explain: flag,
      /** The payloads of the hits will be read. */
      payloads: flag,
    }),
    /** `ends` has the end of the hits of each query. */
    answer: checked(
      object({
        rows: foundRows,
        ends: u32,
        distances: f32,
        traces: listOf(traced),
        recall: recallParts,
        unreached: count,
      }),
      ({ rows, ends, distances }) => areEnds(ends, rows.ids.length) && distances.length === rows.ids.length,
    ),
  },
  find: {
    call: object({ ids: packedIds }),
    /** `positions` has the places of the points in the list of ids. */
    answer: checked(
      object({ rows: foundRows, positions: u32 }),
      ({ rows, positions }) => positions.length === rows.ids.length,
    ),
  },
  matching: { call: object({ filter: anyFilter }), answer: object({ rows: foundRows }) },
  count: { call: object({ filter: anyFilter, exact: flag }), answer: object({ count: anyNumber }) },
  page: {
    /** `from` has one id or none, and so has `next`. */
    call: object({ filter: anyFilter, from: packedIds, limit: count, payloads: flag }),
    answer: object({ rows: foundRows, next: packedIds }),
  },
  ordered: {
    call: object({
      path: text,
      direction: oneOf("asc", "desc"),
      startFrom: nullable(integer),
      filter: anyFilter,
      limit: count,
      among: nullable(namedPoints),
    }),
    answer: checked(
      object({ rows: foundRows, values: f64, bigs: byteStrings }),
      ({ rows, values, bigs }) => values.length === rows.ids.length && bigs.ends.length === values.length,
    ),
  },
  facet: {
    call: object({ path: text, filter: anyFilter }),
    /** All values; `kinds` says of what kind each is, see facet-values.ts. */
    answer: checked(
      object({ texts: listOf(text), kinds: u8, counts: f64 }),
      ({ texts, kinds, counts }) => texts.length === kinds.length && counts.length === kinds.length,
    ),
  },
  indexedPoints: {
    call: object({}),
    answer: checked(
      object({ paths: listOf(text), counts: f64 }),
      ({ paths, counts }) => counts.length === paths.length,
    ),
  },
  sample: {
    call: object({ filter: anyFilter, count }),
    answer: object({ rows: foundRows, total: count }),
  },
  distances: {
    call: object({ field: text, queries: listOf(vectorQuery), points: namedPoints }),
    /** Those of all points for one query after another. */
    answer: object({ distances: f32 }),
  },
  payloads: {
    call: object({ points: namedPoints }),
    answer: checked(
      object({ there: u8, versions: f64, payloads: byteStrings }),
      ({ there, versions, payloads }) =>
        versions.length === there.length && payloads.ends.length === there.length,
    ),
  },
  vectors: { call: object({ name: text, points: namedPoints }), answer: vectors },
  termStatistics: {
    call: object({ field: text, indices: u32, filter: anyFilter }),
    answer: object({ vectors: count, frequencies: u32 }),
  },
  textStatistics: { call: object({ query: textQuery, corpus: anyFilter }), answer: textStatistics },
  searchTexts: {
    call: object({ query: textQuery, limit, filter: anyFilter, statistics: textStatistics, explain: flag }),
    answer: checked(
      object({ rows: foundRows, scores: f32, traces: listOf(traced) }),
      ({ rows, scores }) => scores.length === rows.ids.length,
    ),
  },
  explainTexts: {
    call: object({ query: textQuery, statistics: textStatistics, filter: anyFilter, points: namedPoints }),
    /** `ends` has the end of the parts of each point, and `terms` the positions of their clauses in `names`. */
    answer: checked(
      object({ ends: u32, names: listOf(text), terms: u32, numbers: f64 }),
      ({ ends, names, terms, numbers }) =>
        areEnds(ends, terms.length) &&
        numbers.length === terms.length * NUMBERS_OF_PART &&
        terms.every((term) => term < names.length),
    ),
  },
  neighbourhood: {
    call: object({ field: text, point: namedPoints, level: count, hops: count, limit: count }),
    answer: checked(
      object({
        levels: count,
        ids: packedIds,
        highest: u32,
        hops: u32,
        distances: f64,
        deleted: u8,
        links: u32,
      }),
      ({ ids, highest, hops, distances, deleted, links }) =>
        [highest, hops, distances, deleted].every(({ length }) => length === ids.length) &&
        links.length % 2 === 0 &&
        links.every((node) => node < ids.length),
    ),
  },
  watch: {
    call: object({ query: f32, field: text, k: limit, ef: nullable(count), mostSteps: count }),
    answer: object({ rows: foundRows, distances: f64, walks: listOf(walkShape()) }),
  },
} as const;

/** The numbers of a part of a score: tf, df, idf, score. */
export const NUMBERS_OF_PART = 4;

/** The steps of a walk in one segment, in columns; `slots` are positions in `ids`. */
function walkShape() {
  return checked(
    object({
      served: text,
      indexed: flag,
      truncated: flag,
      ids: packedIds,
      levels: u32,
      nodes: u32,
      distances: f32,
      ends: u32,
      measured: u32,
      measuredDistances: f32,
      kept: u8,
    }),
    ({ ids, levels, nodes, distances, ends, measured, measuredDistances, kept }) =>
      [nodes, distances, ends].every(({ length }) => length === levels.length) &&
      [measuredDistances, kept].every(({ length }) => length === measured.length) &&
      areEnds(ends, measured.length) &&
      [nodes, measured].every((slots) => slots.every((slot) => slot < ids.length)),
  );
}

export type Method = keyof typeof METHODS;
export type ArgumentsOf<M extends Method> = Of<(typeof METHODS)[M]["call"]>;
export type AnswerOf<M extends Method> = Of<(typeof METHODS)[M]["answer"]>;

/** A question to a part. */
export interface PartCall<M extends Method = Method> {
  readonly method: M;
  /** It belongs to a write, so it waits for other reads instead of being refused. */
  readonly inWrite: boolean;
  readonly arguments: ArgumentsOf<M>;
}

export function shapesOf<M extends Method>(
  method: M,
): { readonly call: MessageShape<ArgumentsOf<M>>; readonly answer: MessageShape<AnswerOf<M>> } {
  return METHODS[method] as unknown as {
    readonly call: MessageShape<ArgumentsOf<M>>;
    readonly answer: MessageShape<AnswerOf<M>>;
  };
}

/** @throws DamagedMessage */
export function methodOf(name: unknown): Method {
  if (typeof name === "string" && Object.hasOwn(METHODS, name)) return name as Method;
  throw new DamagedMessage("its method");
}
