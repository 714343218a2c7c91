// The calls to models since the start, by the name of the model.
// The decision: they are kept by name and not in what is connected, so a change of settings does not begin them again.
import { Histogram } from "./histogram.ts";

/**
 * The outcomes of a call: vectors, a refused text, a model that is busy, no answer in time, any other failure, or that
 * no request waited for it any more.
 */
export const MODEL_OUTCOMES = ["vectors", "refused", "busy", "timeout", "failed", "cancelled"] as const;
type ModelOutcome = (typeof MODEL_OUTCOMES)[number];

/** In seconds: from a small model on this machine to a large one far away. */
const CALL_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export class ModelCounts {
  readonly calls = new Map<ModelOutcome, number>(MODEL_OUTCOMES.map((outcome) => [outcome, 0]));
  readonly seconds = new Histogram(CALL_BOUNDS);
  /** Texts of which vectors were made, and their tokens as the model has counted them. */
  texts = 0;
  tokens = 0;
  /** Calls that were made again, because one before them came to nothing. */
  repetitions = 0;
  /** How often calls have stopped for a while, because several had failed in a row. */
  stops = 0;
  /** Whether they were stopped when the model was last asked for. */
  isStopped = false;

  note(outcome: ModelOutcome, ms: number): void {
    this.calls.set(outcome, this.calls.get(outcome)! + 1);
    this.seconds.note(ms / 1000);
  }
}

export class ModelTraffic {
  readonly #models = new Map<string, ModelCounts>();

  of(name: string): ModelCounts {
    const counts = this.#models.get(name) ?? new ModelCounts();
    this.#models.set(name, counts);
    return counts;
  }
}
