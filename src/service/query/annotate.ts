// Puts explanations and recalls beside the results of the searches of a request.
import type { AskedRecall } from "../../core/recall/asked-recall.ts";
import { Annotated, type MaybeAnnotated } from "../../schema/annotated.ts";
import type { Recall } from "../../schema/recall.ts";
import type { Explaining } from "./explain.ts";

/** The annotations of one search. */
export interface SearchNotes {
  /** Null: no explanation was requested. */
  readonly explaining: Explaining | null;
  /** Null: no recall ruled, or it was that of steps below the search. */
  readonly recall: AskedRecall | null;
}

/** Digits after the point: a measurement is no more precise. */
const RECALL_DIGITS = 1000;

/** Returns the result of a request for one result. */
export function annotatedOne<T>(result: T, { explaining, recall }: SearchNotes): MaybeAnnotated<T> {
  if (explaining === null && recall === null) return result;
  const shown = recall === null ? undefined : recallOf(recall);
  const isShown = recall !== null && (recall.isShown || explaining !== null);
  return new Annotated(result, {
    explain: explaining?.explanation,
    recall: isShown ? shown : undefined,
    lowest: shown,
  });
}

/** Returns the result of a request for several results. */
export function annotatedAll<T>(results: T[], notes: readonly SearchNotes[]): MaybeAnnotated<T[]> {
  const explained = notes.some(({ explaining }) => explaining !== null);
  const recalls = notes.map(({ recall }) => (recall === null ? null : recallOf(recall)));
  const known = recalls.filter((recall) => recall !== null);
  if (!explained && known.length === 0) return results;
  const isShown = notes.map(({ recall, explaining }) => recall?.isShown || explaining !== null);
  return new Annotated(results, {
    explain: explained ? notes.map(({ explaining }) => explaining?.explanation ?? null) : undefined,
    recall: isShown.some(Boolean) ? recalls.map((recall, i) => (isShown[i] ? recall : null)) : undefined,
    lowest: known.sort((a, b) => (a.expected ?? 0) - (b.expected ?? 0))[0],
  });
}

function recallOf({ figures }: AskedRecall): Recall {
  const { asked, expected, ef, measured } = figures;
  return {
    asked,
    expected: expected === null ? null : Math.round(expected * RECALL_DIGITS) / RECALL_DIGITS,
    ef,
    ...(measured !== null && { measured: new Date(measured).toISOString() }),
  };
}
