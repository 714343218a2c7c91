// The reads of a collection whose points are on several servers.
// The decision: each read asks all parts at once and merges their answers as a server alone merges its segments, so
// everything above sees one collection. What depends on all points, the statistics of texts and of sparse vectors, is
// gathered before anything is ranked by it. The numbers that are merged are those before rounding.
import type { ViewOptions } from "../../engine/graph-view.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { Filter } from "../filter/filter.ts";
import type { IndexedField } from "../index/indexed-fields.ts";
import type { CollectionReads } from "../search/collection-reads.ts";
import type { Neighbourhood, WalkQuery, WatchedSearch } from "../search/graph-view.ts";
import type { MapQuery, PointMap } from "../search/projection/project.ts";
import { scoreOf } from "../search/score.ts";
import { type Hit, type NearestQuery, scored } from "../search/search.ts";
import type { FacetHit, FacetQuery } from "../search/select/facet.ts";
import type { OrderedPoint, OrderQuery } from "../search/select/ordered.ts";
import type { PageQuery, PointPage } from "../search/select/page.ts";
import type { TermStatistics } from "../search/term-statistics.ts";
import type { ClausePart } from "../search/text/explain-texts.ts";
import type { TextSearch } from "../search/text/text-search.ts";
import { PackedIds } from "../slots/point-id.ts";
import type { PointRef } from "../slots/point-ref.ts";
import type { VectorQuery } from "../vectors/vector-index.ts";
import { neighbourhoodOf, walksOf } from "./gathered-graphs.ts";
import { gatheredMap } from "./gathered-map.ts";
import { GatheredPoints, type Gathering } from "./gathered-points.ts";
import { noteRecall } from "./gathered-recall.ts";
import { explainedTexts, gatheredStatistics, textQueryOf } from "./gathered-texts.ts";
import * as merge from "./merge.ts";
import type { PartSource, ReadPart } from "./part.ts";
import { PartList } from "./part-list.ts";
import { Parts } from "./parts.ts";
import { PointTable } from "./point-table.ts";
import type { FoundRows, NamedPoints } from "./wire/rows.ts";

interface GatheredOptions {
  /** The number of shards of the collection. */
  readonly shards: number;
  /** Returns a number of points, and of slots, that the collection does not exceed. */
  readonly most: () => number;
}

export class GatheredReads extends GatheredPoints implements CollectionReads {
  readonly #most: () => number;

  /** @param source the part of the collection that this server has, if only its configuration */
  static of(
    source: PartSource,
    parts: readonly ReadPart[],
    { shards, most }: GatheredOptions,
  ): GatheredReads {
    const table = new PointTable(() => source.ownReads.keptMemory());
    const gathering = { source, parts: new Parts(new PartList(parts, shards)), table };
    return new GatheredReads(gathering, { signal: undefined, inWrite: false }, most);
  }

  /** Asks other parts from now on. What the present ones have found can still be read by them. */
  replaceParts(parts: readonly ReadPart[], shards: number): void {
    this.gathering.parts.list.replace(parts, shards);
  }

  private constructor(gathering: Gathering, asking: GatheredPoints["asking"], most: () => number) {
    super(gathering, asking);
    this.#most = most;
  }

  get size(): number {
    return this.#most();
  }

  get slots(): number {
    return this.#most();
  }

  while(signal: CancelSignal): GatheredReads {
    return signal === undefined ? this : this.#asking(signal, this.asking.inWrite);
  }

  inWrite(signal?: CancelSignal): GatheredReads {
    return this.#asking(signal, true);
  }

  #asking(signal: CancelSignal, inWrite: boolean): GatheredReads {
    return new GatheredReads(this.gathering, { signal, inWrite }, this.#most);
  }

  reading<T>(work: () => Promise<T>): Promise<T> {
    return this.gathering.table.reading(work);
  }

  async find(ids: readonly PointId[]): Promise<(PointRef | null)[]> {
    const { parts } = this.gathering;
    const { signal, inWrite } = this.asking;
    const packed = await runInSlices(PackedIds.packInSlices(ids), signal);
    const own = await runInSlices(parts.ofIds(packed, signal), signal);
    const calls = Array.from(own, ([part, members]) => {
      const given = { ids: packed.pick(members) };
      return { part, call: { method: "find" as const, inWrite, arguments: given } };
    });
    const refs: (PointRef | null)[] = new Array(ids.length).fill(null);
    for (const { part, answer } of await parts.some(calls, signal)) {
      const members = own.get(part)!;
      const found = await this.#refsOfAll(part, answer.rows);
      for (const [row, at] of answer.positions.entries()) refs[members[at]!] = found[row]!;
    }
    return refs;
  }

  async search(queries: readonly VectorQuery[], query: NearestQuery): Promise<Hit[][]> {
    const { field, k, params, filter = null, trace, payloads = false } = query;
    const explain = trace !== undefined;
    const question = { field: field.name, queries, k, params, filter, explain, payloads };
    const answers = await this.ask("search", question);
    for (const { part, answer } of answers) {
      trace?.add(answer.traces);
      if (params.recall) noteRecall(params.recall, part, answer);
    }
    const { signal } = this.asking;
    const all: Hit[][] = [];
    for (let i = 0; i < queries.length; i++) {
      const rows = await runInSlices(merge.nearest(answers, i, k), signal);
      const found = (await this.#refsOf(rows)).map((ref, at) => ({ ref, distance: rows[at]!.value }));
      all.push(await runInSlices(scored(found, query), signal));
    }
    return all;
  }

  async matching(filter: Filter | null): Promise<PointRef[]> {
    const refs: PointRef[] = [];
    for (const { part, answer } of await this.ask("matching", { filter }))
      for (const ref of await this.#refsOfAll(part, answer.rows)) refs.push(ref);
    return refs;
  }

  async count(filter: Filter | null, exact: boolean): Promise<number> {
    const answers = await this.ask("count", { filter, exact });
    return answers.reduce((sum, { answer }) => sum + answer.count, 0);
  }

  async page({ filter, from, limit, payloads = false }: PageQuery): Promise<PointPage> {
    const first = PackedIds.pack(from === null ? [] : [from]);
    const answers = await this.ask("page", { filter, from: first, limit, payloads });
    const { rows, next } = await runInSlices(merge.page(answers, limit), this.asking.signal);
    return { refs: await this.#refsOf(rows), next };
  }

  async ordered(query: OrderQuery): Promise<OrderedPoint[]> {
    const { path, direction, startFrom = null, filter = null, limit, refs } = query;
    const question = { path, direction, startFrom, filter, limit };
    const answers = refs
      ? await this.askOf(refs, "ordered", (among) => ({ ...question, among }))
      : await this.ask("ordered", { ...question, among: null });
    const rows = await runInSlices(merge.ordered(answers, direction, limit), this.asking.signal);
    return (await this.#refsOf(rows)).map((ref, i) => ({ ref, value: rows[i]!.value }));
  }

  async facet({ path, filter, limit }: FacetQuery): Promise<FacetHit[]> {
    const answers = await this.ask("facet", { path, filter });
    return runInSlices(merge.facet(answers, limit), this.asking.signal);
  }

  async indexedPoints(): Promise<Record<string, number>> {
    return merge.indexedPoints(await this.ask("indexedPoints", {}));
  }

  async sample(filter: Filter | null, count: number): Promise<PointRef[]> {
    const answers = await this.ask("sample", { filter, count });
    return this.#refsOf(await runInSlices(merge.sample(answers, count), this.asking.signal));
  }

  async distances(
    { name }: FieldConfig,
    queries: readonly VectorQuery[],
    refs: readonly PointRef[],
  ): Promise<Float32Array[]> {
    const all = queries.map(() => new Float32Array(refs.length).fill(Number.NaN));
    // A query that was the vector of a point is missing if the point is gone.
    const known = queries.filter((query) => query !== null);
    const measured = all.filter((_, i) => queries[i] !== null);
    const question = (points: NamedPoints) => ({ field: name, queries: known, points });
    await this.askAbout(refs, "distances", question, ({ distances }, positions) => {
      for (const [query, into] of measured.entries())
        for (const [i, at] of positions.entries()) into[at] = distances[query * positions.length + i]!;
    });
    return all;
  }

  async map(query: MapQuery): Promise<PointMap> {
    const { filter, limit } = query;
    const began = performance.now();
    const answers = await this.ask("sample", { filter, count: limit });
    const drawn = await this.#refsOf(await runInSlices(merge.sample(answers, limit), this.asking.signal));
    const total = answers.reduce((sum, { answer }) => sum + answer.total, 0);
    return gatheredMap(this, this.gathering.source.ownReads, query, { drawn, total, began });
  }

  async neighbourhood({ name }: FieldConfig, ref: PointRef, options: ViewOptions): Promise<Neighbourhood> {
    const [asked] = await this.askOf([ref], "neighbourhood", (point) => ({ field: name, point, ...options }));
    return asked ? neighbourhoodOf(asked.answer) : { levels: 0, nodes: [], links: [] };
  }

  async watch(query: Float32Array, { field, k, ef, mostSteps }: WalkQuery): Promise<WatchedSearch> {
    const answers = await this.ask("watch", { query, field: field.name, k, ef, mostSteps });
    const ranges = answers.map(({ part, answer: { rows, distances } }) => ({
      part,
      rows,
      from: 0,
      values: distances,
    }));
    const rows = await runInSlices(merge.best(ranges, k, merge.ascending), this.asking.signal);
    const hits = (await this.#refsOf(rows)).map((ref, i) => ({
      ref,
      score: scoreOf(field.distance, rows[i]!.value),
    }));
    return { segments: walksOf(answers), hits, distances: rows.map(({ value }) => value) };
  }

  async termStatistics(
    { name }: FieldConfig,
    indices: Uint32Array,
    filter: Filter | null,
  ): Promise<TermStatistics> {
    const frequencies = new Uint32Array(indices.length);
    let vectors = 0;
    for (const { answer } of await this.ask("termStatistics", { field: name, indices, filter })) {
      vectors += answer.vectors;
      for (let i = 0; i < frequencies.length; i++) frequencies[i]! += answer.frequencies[i] ?? 0;
    }
    return { vectors, frequencies };
  }

  textField(path: string): IndexedField | null {
    return this.gathering.source.ownReads.textField(path);
  }

  async searchTexts(search: TextSearch): Promise<readonly Hit[]> {
    const { limit, filter, trace } = search;
    const query = textQueryOf(search.query);
    const statistics = gatheredStatistics(search, await this.#statistics(search));
    const explain = trace !== undefined;
    const answers = await this.ask("searchTexts", { query, limit, filter, statistics, explain });
    for (const { answer } of answers) trace?.add(answer.traces);
    const ranges = answers.map(({ part, answer: { rows, scores } }) => ({
      part,
      rows,
      from: 0,
      values: scores,
    }));
    const rows = await runInSlices(merge.best(ranges, limit, merge.descending), this.asking.signal);
    return (await this.#refsOf(rows)).map((ref, i) => ({ ref, score: rows[i]!.value }));
  }

  async explainTexts(search: TextSearch, refs: readonly PointRef[]): Promise<ClausePart[][]> {
    const query = textQueryOf(search.query);
    const { filter } = search;
    const statistics = gatheredStatistics(search, await this.#statistics(search));
    const parts: ClausePart[][] = refs.map(() => []);
    await this.askAbout(
      refs,
      "explainTexts",
      (points) => ({ query, statistics, filter, points }),
      (answer, positions) => {
        for (const [i, own] of explainedTexts(answer).entries()) parts[positions[i]!] = own;
      },
    );
    return parts;
  }

  async #statistics({ query, corpus, statistics }: TextSearch) {
    return statistics ? [] : this.ask("textStatistics", { query: textQueryOf(query), corpus });
  }

  /** Returns the references of rows that a merge has kept. */
  #refsOf(rows: readonly merge.Row[]): Promise<PointRef[]> {
    return this.#kept(rows.length, (i) => this.refOf(rows[i]!.part, rows[i]!.rows, rows[i]!.row));
  }

  #refsOfAll(part: number, rows: FoundRows): Promise<PointRef[]> {
    return this.#kept(rows.ids.length, (row) => this.refOf(part, rows, row));
  }

  #kept(count: number, refAt: (index: number) => PointRef): Promise<PointRef[]> {
    this.keep(count);
    return runInSlices(each(count, refAt), this.asking.signal);
  }
}

const REFS_PER_YIELD = 2 ** 10;

function* each(count: number, refAt: (index: number) => PointRef): Sliced<PointRef[]> {
  const refs: PointRef[] = [];
  for (let i = 0; i < count; i++) if (refs.push(refAt(i)) % REFS_PER_YIELD === 0) yield;
  return refs;
}
