// A search that was answered: the answer, how it compares with the exact one, and the form that it came from. All parts
// of the screen that show it share it.
// The decision: an exact scan for the recall costs what the collection is large, so above `FREE_CHECK_POINTS` it is
// made on request only.
import { useMemo, useState } from "preact/hooks";
import { type Resource, useResource } from "../../../api/resource.ts";
import { allVectorsOf, type Info } from "../info.ts";
import { type Answer, search, searchExactly } from "./answer.ts";
import { isByText } from "./body.ts";
import { isSmallerBetter, recallOf } from "./recall.ts";
import type { Asked, FormState } from "./use-form.ts";

/** Points up to which each search is compared with its exact result. */
const FREE_CHECK_POINTS = 100_000;

type Found = Resource<Answer | undefined>;

export function useSearch(name: string, { asked }: FormState): Found {
  return useResource(
    async (signal) => (asked ? search(name, asked.body, { signal, explain: true }) : undefined),
    [asked],
  );
}

export interface Screen {
  readonly name: string;
  readonly info: Info;
  readonly state: FormState;
  readonly found: Found;
  /** Is called when an index was created. */
  onChange(): void;
}

export type Answered = ReturnType<typeof useAnswered>;

export function useAnswered(screen: Screen, answer: Answer, asked: Asked) {
  const { name, info } = screen;
  const { body, explain } = answer;
  const isText = isByText(body);
  const { distance } = allVectorsOf(info).get(asked.form.using) ?? { distance: "Dot" };
  const [requested, setRequested] = useState<Answer>();
  const isPossible = !body.params.exact && !isText;
  const isDue = isPossible && (info.points_count <= FREE_CHECK_POINTS || requested === answer);
  const exact = useResource(
    async (signal) => (isDue ? { answer, ...(await searchExactly(name, body, signal)) } : undefined),
    [answer, isDue],
  );
  const recall = useMemo(
    // While a new answer is compared, the resource still has the exact result of the one before.
    () => (exact.value?.answer === answer ? recallOf(answer.points, exact.value.points) : null),
    [answer, exact.value],
  );
  return {
    ...screen,
    ...{ answer, asked, body, explain, isText },
    /** Whether a walk of a graph may have answered it. */
    isDense: !isText && explain?.sparse === undefined,
    smallerIsBetter: !isText && isSmallerBetter(distance, body),
    /** Null: not known yet, or not asked for. */
    recall,
    /** The error of the exact search. */
    failure: exact.error,
    /** Starts the exact search; undefined if it runs or need not be asked for. */
    onCheck: isPossible && !isDue ? () => setRequested(answer) : undefined,
  };
}
