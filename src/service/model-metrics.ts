// Metrics of the models that make vectors of texts. A model that was deleted is left out.
import { MODEL_OUTCOMES, type ModelTraffic } from "../metrics/models.ts";
import { histogram, type Metric } from "./metrics.ts";

/** The models that are configured, and their calls. */
export interface WatchedModels {
  readonly traffic: ModelTraffic;
  readonly names: () => readonly string[];
}

export function modelMetrics({ traffic, names }: WatchedModels): Metric[] {
  const all = names().map((model) => ({ labels: { model }, counts: traffic.of(model) }));
  const counted = (name: string, help: string, of: "texts" | "tokens" | "repetitions" | "stops"): Metric => ({
    ...{ name, type: "counter", help },
    samples: all.map(({ labels, counts }) => [labels, counts[of]] as const),
  });
  return [
    {
      name: "azimuth_model_calls_total",
      type: "counter",
      help: "Calls to models by what they came to, repetitions included.",
      samples: all.flatMap(({ labels, counts }) =>
        MODEL_OUTCOMES.map((outcome) => [{ ...labels, outcome }, counts.calls.get(outcome)!] as const),
      ),
    },
    histogram(
      "azimuth_model_call_duration_seconds",
      "Duration of calls to models.",
      all.map(({ labels, counts }) => [labels, counts.seconds.distribution]),
    ),
    counted("azimuth_model_texts_total", "Texts of which models have made vectors.", "texts"),
    counted(
      "azimuth_model_tokens_total",
      "Tokens of these texts, as the models have counted them.",
      "tokens",
    ),
    counted(
      "azimuth_model_repetitions_total",
      "Calls to models that were made again, because one before them came to nothing.",
      "repetitions",
    ),
    counted(
      "azimuth_model_stops_total",
      "How often calls have stopped for a while, because several had failed in a row.",
      "stops",
    ),
    {
      name: "azimuth_model_stopped",
      type: "gauge",
      help: "1: calls were stopped when the model was last asked for, because several had failed in a row.",
      samples: all.map(({ labels, counts }) => [labels, counts.isStopped ? 1 : 0] as const),
    },
  ];
}
