// Metrics of the recall of graphs: as it was measured when they were built, and as searches may expect it.
import type { Collection } from "../core/collection/collection.ts";
import { worstOf } from "../core/collection/probe-notices.ts";
import { MAX_REPORTED_COLLECTIONS, type Metric } from "./metrics.ts";
import { expectedRecalls } from "./recall-info.ts";

const OF_MEASURED = `Of the first ${MAX_REPORTED_COLLECTIONS} collections by name that were measured.`;

export function recallMetrics(shown: readonly Collection[]): Metric[] {
  return [
    {
      name: "azimuth_collection_probed_recall",
      type: "gauge",
      help: `Share of the ten nearest neighbours that searches found when graphs were last measured, of the worst vector. ${OF_MEASURED}`,
      samples: shown.flatMap(({ name, fields, segments }) => {
        const recalls = fields.flatMap((field) => worstOf(segments, field.name)?.recall ?? []);
        return recalls.length === 0 ? [] : [[{ collection: name }, Math.min(...recalls)] as const];
      }),
    },
    {
      name: "azimuth_recall_expected",
      type: "gauge",
      help: `Share of the ten nearest neighbours that searches are expected to find which ask for the recall. ${OF_MEASURED}`,
      samples: shown.flatMap((collection) =>
        expectedRecalls(collection).map(
          ({ vector, recall, expected }) =>
            [{ collection: collection.name, vector, recall: String(recall) }, expected] as const,
        ),
      ),
    },
    {
      name: "azimuth_recall_unreached_total",
      type: "counter",
      help: `Searches that compared all vectors because no measured number of candidates finds the recall that was asked for. Of the first ${MAX_REPORTED_COLLECTIONS} collections by name.`,
      samples: shown.map(({ name, unreached }) => [{ collection: name }, unreached] as const),
    },
  ];
}
