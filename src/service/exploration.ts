// Use cases of exploring a collection as a whole instead of searching in it; the console uses them most.
import type { Collection } from "../core/collection/collection.ts";
import type { FieldConfig } from "../core/config/collection-config.ts";
import { SPARSE } from "../core/config/types.ts";
import type { Database } from "../core/database/database.ts";
import { parsePath } from "../core/filter/path.ts";
import type { WalkStep } from "../core/search/graph-view.ts";
import { distanceOf } from "../core/search/score.ts";
import type { PointRef } from "../core/slots/point-ref.ts";
import { PointNotFound } from "../errors/points.ts";
import { VectorNotFound } from "../errors/query.ts";
import { type CancelSignal, throwIfCancelled } from "../scheduling/cancel.ts";
import { pause } from "../scheduling/pause.ts";
import type { MaybeAnnotated } from "../schema/annotated.ts";
import type {
  GraphNeighborhood,
  GraphNeighborhoodRequest,
  GraphWalk,
  GraphWalkRequest,
} from "../schema/graph.ts";
import type { PointId } from "../schema/leaf.ts";
import { MAX_WALK_STEPS } from "../schema/limits.ts";
import type { ProjectionRequest } from "../schema/projection.ts";
import type { VectorSummaries, VectorSummaryRequest } from "../schema/vector-summary.ts";
import { type AnswerBudget, AnswerBudgets } from "./common/answer-budget.ts";
import { filterOf } from "./common/filters.ts";
import { Documents } from "./documents/documents.ts";
import { documentsInQueries } from "./documents/find.ts";
import { projectionBytes } from "./projection-bytes.ts";
import { headerOf, idTexts, valueTexts } from "./projection-header.ts";
import { exampleOf } from "./query/examples.ts";
import { allOf, havingVector } from "./query/filters.ts";
import { vectorSummaries } from "./vector-summaries.ts";
import { denseFieldOf, fieldOf } from "./writes/fields.ts";

const DEFAULT_POINTS = 50_000;
const DEFAULT_HOPS = 2;
const DEFAULT_NODES = 100;
const DEFAULT_LIMIT = 10;
const DEFAULT_MEANS = 24;
/** Numbers that are changed in one slice. */
const SLICE = 2 ** 18;

export class ExplorationService {
  readonly #database: Database;
  readonly #budgets: AnswerBudgets;
  readonly #documents: Documents;

  constructor(
    database: Database,
    budgets = new AnswerBudgets(database),
    documents = new Documents(database),
  ) {
    this.#database = database;
    this.#budgets = budgets;
    this.#documents = documents;
  }

  /** @returns the format of projection-bytes.ts */
  async projection(request: ProjectionRequest, signal?: CancelSignal): Promise<Uint8Array> {
    const began = performance.now();
    const collection = this.#database.collection(request.collection_name);
    const field = denseFieldOf(collection, request.vector ?? "");
    const filter = allOf(filterOf(request.filter), havingVector(field.name))!;
    const path = typeof request.with_values === "string" ? parsePath(request.with_values) : null;
    const onSlice = () => throwIfCancelled(signal);
    const reservation = this.#database.memory.reservation();
    const reserve = (bytes: number) => reservation.reserve(bytes);
    const { limit, neighbors } = request;
    const query = { field, filter, limit: limit ?? DEFAULT_POINTS, neighbours: neighbors ?? 0 };
    try {
      return await collection.reading(async () => {
        const map = await collection.reads.while(signal).map({ ...query, onSlice, reserve });
        const read = performance.now();
        const ids = await idTexts(collection, map.refs);
        const texts = (budget: AnswerBudget) => valueTexts(collection, map.refs, path!, onSlice, budget);
        const values = path && (await this.#budgets.within(texts));
        await eachSlice(map.distances, (distance) => distanceOf(field.distance, distance));
        const { points, projection, neighbours } = map.timesMs;
        const ended = performance.now();
        const times = { points, projection, neighbors: neighbours, read: ended - read, total: ended - began };
        const figures = {
          count: map.refs.length,
          total: map.total,
          dimension: field.size,
          neighbors: query.neighbours,
          neighbors_share: map.share,
          variance: map.variance,
          time_ms: rounded(times),
        };
        const header = headerOf(figures, ids, values);
        return projectionBytes(header, [map.coordinates, map.positions, map.distances]);
      });
    } finally {
      reservation.release();
    }
  }

  async summaries(request: VectorSummaryRequest, signal?: CancelSignal): Promise<VectorSummaries> {
    const collection = this.#database.collection(request.collection_name);
    const { name, kind, size } = fieldOf(collection, request.vector ?? "", "vector");
    const asked = {
      vector: name,
      size: kind === SPARSE ? undefined : size,
      means: request.means ?? DEFAULT_MEANS,
    };
    return collection.reading(async () => ({
      points: await vectorSummaries(collection, request.ids, asked, signal),
    }));
  }

  async neighborhood(request: GraphNeighborhoodRequest): Promise<GraphNeighborhood> {
    const collection = this.#database.collection(request.collection_name);
    const field = denseFieldOf(collection, request.vector ?? "");
    const layer = request.layer ?? 0;
    const { hops, limit, point } = request;
    const options = { level: layer, hops: hops ?? DEFAULT_HOPS, limit: limit ?? DEFAULT_NODES };
    return collection.reading(async () => {
      const ref = await refOf(collection, field, point);
      const { levels, nodes, links } = await collection.reads.neighbourhood(field, ref, options);
      const shownNodes = nodes.map((node) => ({ ...node, distance: shown(field, node.distance) }));
      const graph = { indexed: levels > 0, layers: levels, layer, m: field.hnsw.m };
      return { ...graph, nodes: shownNodes, links: links.map((link) => [...link]) };
    });
  }

  walk(request: GraphWalkRequest, signal?: CancelSignal): Promise<MaybeAnnotated<GraphWalk>> {
    return this.#documents.first(documentsInQueries([request]), "query", signal, () => this.#walk(request));
  }

  async #walk(request: GraphWalkRequest): Promise<GraphWalk> {
    const collection = this.#database.collection(request.collection_name);
    const field = denseFieldOf(collection, request.vector ?? "");
    const example = exampleOf(request.query, field, "query") as Float32Array | { readonly id: PointId };
    const asked = {
      field,
      k: request.limit ?? DEFAULT_LIMIT,
      ef: request.ef ?? null,
      mostSteps: MAX_WALK_STEPS,
    };
    return collection.reading(async () => {
      const { reads } = collection;
      const query =
        "id" in example
          ? ((
              await reads.vectors(field.name, [await refOf(collection, field, example.id)])
            )[0] as Float32Array)
          : example;
      const { segments, hits } = await reads.watch(query, asked);
      return {
        segments: segments.map(({ steps, idOf, ...walk }) => ({
          ...walk,
          steps: steps.map((step) => shownStep(step, field, idOf)),
        })),
        result: hits.map(({ ref, score }) => ({ id: reads.idOf(ref), score })),
      };
    });
  }
}

/** @throws PointNotFound, VectorNotFound */
async function refOf({ reads }: Collection, field: FieldConfig, id: PointId): Promise<PointRef> {
  const [ref] = await reads.find([id]);
  if (ref === null || ref === undefined) throw new PointNotFound([id]);
  if (!reads.hasVector(field.name, ref)) throw new VectorNotFound(String(id), field.name);
  return ref;
}

function shownStep(
  { level, slot, distance, slots, distances, kept }: WalkStep,
  field: FieldConfig,
  idOf: (slot: number) => PointId,
): GraphWalk["segments"][number]["steps"][number] {
  const evaluated = Array.from(slots, (other, i) => ({
    id: idOf(other),
    distance: shown(field, distances[i]!),
    kept: kept[i] === 1,
  }));
  return { layer: level, id: idOf(slot), distance: shown(field, distance), evaluated };
}

/** Returns a distance as it is shown, or null if there is none. */
function shown({ distance: metric }: FieldConfig, distance: number): number | null {
  const found = distanceOf(metric, distance);
  return Number.isFinite(found) ? Math.fround(found) : null;
}

/** Replaces every number, in slices. */
async function eachSlice(numbers: Float32Array, change: (value: number) => number): Promise<void> {
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = change(numbers[i]!);
    if (i % SLICE === 0) await pause();
  }
}

function rounded<T extends Record<string, number>>(times: T): T {
  return Object.fromEntries(
    Object.entries(times).map(([name, value]) => [name, Math.round(value * 100) / 100]),
  ) as T;
}
