// Use cases about the points as a whole: the values of a field, and the similarity of points to each other.
import type { Collection } from "../core/collection/collection.ts";
import type { FieldConfig } from "../core/config/collection-config.ts";
import type { Database } from "../core/database/database.ts";
import { parsePath } from "../core/filter/path.ts";
import { scoreOf } from "../core/search/score.ts";
import type { FacetHit } from "../core/search/select/facet.ts";
import { compareIds } from "../core/slots/point-id.ts";
import type { PointRef } from "../core/slots/point-ref.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { type CancelSignal, throwIfCancelled } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import { runInSlices, type Sliced } from "../scheduling/slices.ts";
import { sortedInSlices } from "../scheduling/sort.ts";
import type { Facet } from "../schema/facet.ts";
import type { PointId } from "../schema/leaf.ts";
import { MAX_HITS_PER_REQUEST } from "../schema/limits.ts";
import type { Matrix, MatrixOffsets, MatrixPairs } from "../schema/matrix.ts";
import type { Rules } from "../schema/rules.ts";
import { filterOf } from "./common/filters.ts";
import { Best } from "./query/best.ts";
import { allOf, havingVector } from "./query/filters.ts";
import { limitOf } from "./query/limit.ts";
import type { SimilarityScan } from "./query/similarity.ts";
import { fieldOf } from "./writes/fields.ts";

/** Pairs that are added to a response in one slice. */
const PAIRS_PER_YIELD = 2 ** 12;
const DEFAULT_SAMPLE = 10;
const DEFAULT_NEIGHBOURS = 3;

type Row = readonly { readonly position: number; readonly score: number }[];

/** A sample of points, and the nearest neighbours in it of each, by their positions in the sample. */
interface Sampled {
  readonly ids: readonly PointId[];
  readonly rows: readonly Row[];
}

export class InsightsService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  facet(
    { collection_name, key, filter, limit }: Facet,
    rules: Rules,
    signal?: CancelSignal,
  ): MaybePromise<{ hits: FacetHit[] }> {
    const collection = this.#database.collection(collection_name);
    const path = parsePath(key).text;
    const counted = collection.reads.while(signal).facet({
      path,
      filter: filterOf(filter),
      limit: limitOf(limit, rules),
    });
    return andThen(counted, (hits) => ({ hits }));
  }

  async pairs(request: Matrix, rules: Rules, signal?: CancelSignal): Promise<MatrixPairs> {
    const { ids, rows } = await this.#sampled(request, rules, signal);
    return { pairs: await runInSlices(pairsOf(ids, rows), signal) };
  }

  async offsets(request: Matrix, rules: Rules, signal?: CancelSignal): Promise<MatrixOffsets> {
    const { ids, rows } = await this.#sampled(request, rules, signal);
    return runInSlices(offsetsOf(ids, rows), signal);
  }

  async #sampled(
    { collection_name, using, sample, limit, filter }: Matrix,
    rules: Rules,
    signal: CancelSignal,
  ): Promise<Sampled> {
    const collection = this.#database.collection(collection_name);
    const field = fieldOf(collection, using ?? "", "using");
    const count = Math.min(sample ?? DEFAULT_SAMPLE, collection.reads.size);
    const neighbours = Math.min(limitOf(limit, rules, DEFAULT_NEIGHBOURS), Math.max(0, count - 1));
    if (count * neighbours > MAX_HITS_PER_REQUEST) {
      throw new InvalidArgument(
        `sample and limit ask for ${count * neighbours} pairs, at most ${MAX_HITS_PER_REQUEST} in one request`,
      );
    }
    const drawnFrom = allOf(filterOf(filter), havingVector(field.name));
    return collection.reading(async () => {
      const sample = await collection.reads.while(signal).sample(drawnFrom, count);
      const drawn = await runInSlices(byId(collection, sample), signal);
      if (drawn.length < 2) return { ids: [], rows: [] };
      const nearest = await nearestAmong({ collection, signal }, field, drawn, neighbours);
      return { ids: drawn.map((slot) => collection.reads.idOf(slot)), rows: nearest };
    });
  }
}

function* pairsOf(ids: readonly PointId[], rows: readonly Row[]): Sliced<MatrixPairs["pairs"]> {
  const pairs: MatrixPairs["pairs"] = [];
  for (const [i, row] of rows.entries()) {
    for (const { position, score } of row) {
      pairs.push({ a: ids[i]!, b: ids[position]!, score });
      if (pairs.length % PAIRS_PER_YIELD === 0) yield;
    }
  }
  return pairs;
}

function* offsetsOf(ids: readonly PointId[], rows: readonly Row[]): Sliced<MatrixOffsets> {
  const offsets: MatrixOffsets = { offsets_row: [], offsets_col: [], scores: [], ids: [...ids] };
  for (const [i, row] of rows.entries()) {
    for (const { position, score } of row) {
      offsets.offsets_row.push(i);
      offsets.offsets_col.push(position);
      if (offsets.scores.push(score) % PAIRS_PER_YIELD === 0) yield;
    }
  }
  return offsets;
}

function* byId({ reads }: Collection, refs: readonly PointRef[]): Sliced<PointRef[]> {
  const ids = reads.packedIds(refs);
  const positions = refs.map((_, i) => i);
  const order = yield* sortedInSlices(positions, (a, b) => compareIds(ids, a, ids, b));
  return order.map((i) => refs[i]!);
}

// Each point is compared with all others, some at a time, so the result is exact, and only a strip of the matrix is
// in memory.

/** Rows of the matrix at a time: as many queries as the engine measures in one pass. */
const STRIP = 64;
/** Distances that are examined in one slice. */
const POSITIONS_PER_YIELD = 2 ** 10;

interface Neighbour {
  /** The position in the list of points. */
  readonly position: number;
  readonly score: number;
}

/**
 * Returns, for each of the points, its nearest neighbours among the others, nearest first. All points must have the
 * vector.
 */
async function nearestAmong(
  { collection, signal }: SimilarityScan,
  field: FieldConfig,
  refs: readonly PointRef[],
  count: number,
): Promise<Neighbour[][]> {
  const { reads } = collection;
  const rows: Neighbour[][] = [];
  for (let first = 0; first < refs.length; first += STRIP) {
    throwIfCancelled(signal);
    const strip = refs.slice(first, first + STRIP);
    const vectors = await reads.vectors(field.name, strip);
    const distances = await reads.distances(
      field,
      vectors.map((vector) => vector!),
      refs,
    );
    for (const [i, row] of distances.entries())
      rows.push(await runInSlices(nearest(row, first + i, { metric: field.distance, count }), signal));
  }
  return rows;
}

function* nearest(
  distances: Float32Array,
  self: number,
  { metric, count }: { readonly metric: FieldConfig["distance"]; readonly count: number },
): Sliced<Neighbour[]> {
  const best = new Best(count, (a, b) => a - b);
  for (const [position, distance] of distances.entries()) {
    // NaN: the vector is gone, on another server.
    if (position !== self && !Number.isNaN(distance)) best.add(position, -distance);
    if (position % POSITIONS_PER_YIELD === 0) yield;
  }
  return (yield* best.take()).map(({ ref, value }) => ({ position: ref, score: scoreOf(metric, -value) }));
}
