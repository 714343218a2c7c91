// Metrics of the contents of collections, and of background work on them.
// The decision: only the first collections by name have samples of their own, so that the response stays small; totals
// are of all collections.
import type { Collection } from "../core/collection/collection.ts";
import type { IndexState } from "../core/collection/index-state.ts";
import { vectorsOf } from "../core/collection/live-vectors.ts";
import type { DatabaseStatus } from "../core/database/status.ts";
import type { Reached } from "../core/vectors/vector-index.ts";
import { counter, gauge, histogram, MAX_REPORTED_COLLECTIONS, type Metric } from "./metrics.ts";
import { recallMetrics } from "./recall-metrics.ts";

export async function collectionMetrics(collections: readonly Collection[]): Promise<Metric[]> {
  const shown = collections.slice(0, MAX_REPORTED_COLLECTIONS);
  const states = await Promise.all(shown.map((collection) => collection.indexState()));
  const perCollection = (name: string, help: string, values: readonly number[]): Metric => ({
    ...{ name, type: "gauge", help: `${help} Of the first ${MAX_REPORTED_COLLECTIONS} collections by name.` },
    samples: shown.map((collection, i) => [{ collection: collection.name }, values[i]!] as const),
  });
  return [
    perCollection(
      "collection_points",
      "Points.",
      shown.map(({ points }) => points),
    ),
    perCollection("collection_vectors", "Vectors of all names.", shown.map(vectorsOf)),
    perCollection(
      "collection_running_optimizations",
      "1: segments are being rebuilt.",
      shown.map(({ upkeep }) => Number(upkeep.running)),
    ),
    perCollection(
      "azimuth_collection_indexed_vectors",
      "Vectors in graphs, those of deleted points left out.",
      states.map(({ indexed }) => indexed),
    ),
    perCollection(
      "azimuth_collection_index_busy",
      "1: vectors are being indexed, segments are being rebuilt, or this is due.",
      states.map(({ busy }) => Number(busy)),
    ),
    perCollection(
      "azimuth_collection_indexing_left_vectors",
      "Vectors that graphs are still to be built with, an estimate; 0: no graph is being built.",
      states.map(({ work }) => (work ? Math.ceil(work.total - work.done) : 0)),
    ),
    perCollection(
      "azimuth_collection_indexing_vectors_per_second",
      "The rate at which graphs are being built, since the work began; 0: no graph is being built.",
      states.map(({ work }) => work?.rate ?? 0),
    ),
    perCollection(
      "azimuth_collection_unreachable_vectors",
      "Vectors in graphs that no walk comes to and that could not be linked; of equal ones the first counts.",
      states.map(({ reached }) => sumOf(reached, ({ unreachable }) => unreachable)),
    ),
    perCollection(
      "azimuth_collection_relinked_vectors",
      "Unreachable vectors in graphs that were linked again, since the start or since their segment was rebuilt.",
      states.map(({ reached }) => sumOf(reached, ({ relinked }) => relinked)),
    ),
    perCollection(
      "azimuth_collection_segments",
      "Segments.",
      states.map(({ segments }) => segments),
    ),
    ...recallMetrics(shown),
    perCollection(
      "azimuth_collection_vectors_without_codes",
      "Vectors by name whose graph is walked on f32 vectors because codes were found to be too coarse.",
      shown.map(({ fields }) => fields.filter(({ onRows }) => onRows !== undefined).length),
    ),
  ];
}

function sumOf(reached: IndexState["reached"], count: (reach: Reached) => number): number {
  return [...reached.values()].reduce((sum, reach) => sum + count(reach), 0);
}

/** Returns the metrics of background work since the start. */
export function upkeepMetrics({ rebuilds, calibrations }: DatabaseStatus): Metric[] {
  const { running, succeeded, failed, seconds } = rebuilds;
  return [
    counter("azimuth_recall_calibrations_total", "Measurements of the recall of graphs.", calibrations),
    gauge("rebuild_running", "Rebuilds of segments under way.", running),
    counter("rebuild_triggered_total", "Rebuilds that were begun.", running + succeeded + failed),
    counter("rebuild_success_total", "Rebuilds since the start.", succeeded),
    counter("rebuild_failed_total", "Rebuilds that failed; they are tried again.", failed),
    histogram("rebuild_duration_seconds", "What rebuilds took.", [[{}, seconds]]),
  ];
}
