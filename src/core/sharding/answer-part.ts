// Answers a call from the reads of this server.
// The decision: each method of the table in wire/methods.ts has one function here, which calls the same method of the
// reads and puts ids in place of point references. All of it runs inside one `reading`.
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import { AskedRecall } from "../recall/asked-recall.ts";
import { SearchTrace } from "../search/select/search-trace.ts";
import { PackedIds } from "../slots/point-id.ts";
import type { SomeShards } from "../slots/shard-division.ts";
import { POINT_ANSWERS } from "./answer-points.ts";
import { TEXT_ANSWERS } from "./answer-texts.ts";
import { type Answers, type Asked, againOf, checkQueries, fieldOf, rowsOf } from "./asked.ts";
import { facetAnswer, integerColumns } from "./facet-values.ts";
import type { PartSource } from "./part.ts";
import type { AnswerOf, ArgumentsOf, Method, PartCall } from "./wire/methods.ts";

/** @param asked the shards whose points the answer is about @throws what the reads throw; DeadlineExceeded */
export async function answerPart<M extends Method>(
  source: PartSource,
  asked: SomeShards,
  { method, inWrite, arguments: given }: PartCall<M>,
  signal: CancelSignal,
): Promise<AnswerOf<M>> {
  source.ensureServes?.(asked);
  const ownReads = source.ownReads.of(asked);
  const reads = inWrite ? ownReads.inWrite(signal) : ownReads.while(signal);
  const answer = ANSWERS[method] as (asked: Asked, given: ArgumentsOf<M>) => Promise<AnswerOf<M>>;
  const answered = await reads.reading(() => answer({ source, reads, signal }, given));
  // They may have been taken away meanwhile.
  source.ensureServes?.(asked);
  return answered;
}

const ANSWERS: Answers<Method> = {
  async search(asked, { field: name, queries, k, params, filter, explain, payloads }) {
    const { reads, signal } = asked;
    const field = fieldOf(asked, name);
    checkQueries(field, queries);
    const recall = params.recall && new AskedRecall(params.recall.asked, params.recall.isShown);
    const trace = explain ? new SearchTrace() : undefined;
    const most = Math.min(k, reads.slots);
    const nearest = { field, k: most, params: { ...params, recall }, filter, trace, signal };
    const lists = most === 0 ? queries.map(() => []) : await reads.nearest(queries, nearest);
    let end = 0;
    return {
      rows: await rowsOf(
        asked,
        lists.flatMap((list) => list.map(({ ref }) => ref)),
        payloads,
      ),
      ends: Uint32Array.from(lists, ({ length }) => (end += length)),
      distances: Float32Array.from(lists.flatMap((list) => list.map(({ distance }) => distance))),
      traces: trace?.segments ?? [],
      recall: recall?.parts ?? [],
      unreached: recall?.unreached ?? 0,
    };
  },
  async matching(asked, { filter }) {
    return { rows: await rowsOf(asked, await asked.reads.matching(filter)) };
  },
  async count({ reads }, { filter, exact }) {
    return { count: await reads.count(filter, exact) };
  },
  async page(asked, { filter, from, limit, payloads }) {
    const first = from.length === 0 ? null : from.at(0);
    const most = Math.max(1, Math.min(limit, asked.reads.size));
    const { refs, next } = await asked.reads.page({ filter, from: first, limit: most });
    return { rows: await rowsOf(asked, refs, payloads), next: PackedIds.pack(next === null ? [] : [next]) };
  },
  async ordered(asked, { path, direction, startFrom, filter, limit, among }) {
    const refs = among && (await againOf(asked, among)).filter((ref) => ref !== null);
    const query = { path, direction, startFrom, filter, limit, ...(refs && { refs }) };
    const points = limit === 0 ? [] : await asked.reads.ordered(query);
    const rows = await rowsOf(
      asked,
      points.map(({ ref }) => ref),
    );
    return { rows, ...integerColumns(points.map(({ value }) => value)) };
  },
  async facet({ reads, signal }, { path, filter }) {
    const hits = await reads.facet({ path, filter, limit: Number.MAX_SAFE_INTEGER });
    return runInSlices(facetAnswer(hits), signal);
  },
  async indexedPoints({ reads }) {
    const counts = Object.entries(await reads.indexedPoints());
    return { paths: counts.map(([path]) => path), counts: Float64Array.from(counts, ([, points]) => points) };
  },
  async sample(asked, { filter, count }) {
    const { refs, total } = await asked.reads.drawn(filter, count);
    return { rows: await rowsOf(asked, refs), total };
  },
  async termStatistics(asked, { field, indices, filter }) {
    return asked.reads.termStatistics(fieldOf(asked, field), indices, filter);
  },
  ...POINT_ANSWERS,
  ...TEXT_ANSWERS,
};
