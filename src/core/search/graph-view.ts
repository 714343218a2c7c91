// Views of the graphs of a collection: the links in its segments, and the steps of a search.
// The decision: a traced search is an ordinary search in each segment, whose hits are merged in the ordinary way;
// nothing is searched a second time for the view.
import type { GraphView, ViewOptions } from "../../engine/graph-view.ts";
import type { WalkStep } from "../../engine/trace.ts";
import { runWhole } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import { DEFAULT_SEARCH, engineOptions } from "../config/search-params.ts";
import type { ReadSegments } from "../segment/read-segments.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { hasBit } from "../slots/bits.ts";
import { type PointRef, slotOf } from "../slots/point-ref.ts";
import { scoreOf } from "./score.ts";
import type { Hit } from "./search.ts";
import { merge } from "./select/merge.ts";

export type { WalkStep } from "../../engine/trace.ts";

/** A node of a graph, or a point that is in none. */
interface GraphNode {
  readonly id: PointId;
  /** The highest level of the node. */
  readonly level: number;
  readonly hop: number;
  /** The distance of the engine to the point in the middle. */
  readonly distance: number;
  /** The point is deleted; its node stays in the graph until the segment is rebuilt. */
  readonly deleted: boolean;
}

export interface Neighbourhood {
  /** Levels of the graph; 0: the point is not in one. */
  readonly levels: number;
  /** The point in the middle first. */
  readonly nodes: readonly GraphNode[];
  /** From and to, as positions in `nodes`. */
  readonly links: readonly (readonly [number, number])[];
}

export interface WalkQuery {
  readonly field: FieldConfig;
  readonly k: number;
  readonly ef: number | null;
  readonly mostSteps: number;
}

export interface SegmentWalk {
  readonly served: string;
  /** Whether the segment has a graph. */
  readonly indexed: boolean;
  readonly steps: readonly WalkStep[];
  readonly truncated: boolean;
  readonly idOf: (slot: number) => PointId;
}

export interface WatchedSearch {
  readonly segments: readonly SegmentWalk[];
  readonly hits: readonly Hit[];
  /** The distance of each hit. */
  readonly distances: readonly number[];
}

/** Returns the part of the graph around a point that has the vector, in its segment. */
export async function neighbourhood(
  segments: ReadSegments,
  field: FieldConfig,
  point: PointRef,
  options: ViewOptions,
): Promise<Neighbourhood> {
  const segment = segments.at(point);
  const slot = slotOf(point);
  const store = segment.vectors.inEngine(field);
  const view = store && (await store.engine.view(store.handle, slot, options));
  if (!view) {
    const { vectors } = await segment.vectors.read(field.name, [slot]);
    const [distance] = await segment.vectors.measure(field, [vectors.at(0)], Uint32Array.of(slot));
    const alone = { id: segment.ids.idOf(slot), level: 0, hop: 0, distance: distance!, deleted: false };
    return { levels: 0, nodes: [alone], links: [] };
  }
  const { nodes, links } = named(segment, view);
  if (view.node === slot) return { levels: view.levels, nodes, links };
  // It has the vector of another, which stands in the graph for both: it is shown before that one, and leads to it.
  const before = { ...nodes[0]!, id: segment.ids.idOf(slot), level: 0, deleted: false };
  const moved = links.map(([from, to]) => [from + 1, to + 1] as const);
  return { levels: view.levels, nodes: [before, ...nodes], links: [[0, 1], ...moved] };
}

function named(segment: CollectionSegment, view: GraphView): Pick<Neighbourhood, "nodes" | "links"> {
  const alive = segment.searchableSlots();
  const nodes = Array.from(view.slots, (slot, i) => ({
    id: segment.ids.idOf(slot),
    level: view.highest[i]!,
    hop: view.hops[i]!,
    distance: view.distances[i]!,
    deleted: !hasBit(alive, slot),
  }));
  const links: [number, number][] = [];
  for (let i = 0; i < view.links.length; i += 2) links.push([view.links[i]!, view.links[i + 1]!]);
  return { nodes, links };
}

/** Returns the nearest points to the query, and the steps of the walk in each segment. */
export async function watchedSearch(
  segments: ReadSegments,
  query: Float32Array,
  { field, k, ef, mostSteps }: WalkQuery,
): Promise<WatchedSearch> {
  const options = engineOptions({ ...DEFAULT_SEARCH, ef }, field, k);
  const results = await segments.gather(async ({ vectors }) => {
    const store = vectors.inEngine(field);
    return store && (await store.engine.watch(store.handle, query, options, mostSteps));
  });
  const found = results.flatMap(({ segment, result }) => (result ? [{ segment, result: result.hits }] : []));
  const nearest = runWhole(merge(found, k, k)).found;
  const hits = nearest.map(({ ref, distance }) => ({
    ref,
    score: scoreOf(field.distance, distance),
  }));
  const walks = results.map(({ segment, result }) => ({
    served: result?.hits.method ?? "exact",
    indexed: (result?.hits.indexed ?? 0) > 0,
    steps: result?.steps ?? [],
    truncated: result?.truncated ?? false,
    idOf: (slot: number) => segment.ids.idOf(slot),
  }));
  return { segments: walks, hits, distances: nearest.map(({ distance }) => distance) };
}
