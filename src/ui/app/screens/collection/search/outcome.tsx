// The results of a search with their quality, and the ways on: the curve of the search effort, and the program.
import { useMemo, useRef, useState } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { type Resource, useResource } from "../../../api/resource.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { type Info, recallTablesOf } from "../info.ts";
import { WhyThisEf } from "../recall/why.tsx";
import { type Answer, search, searchExactly } from "./answer.ts";
import { isByText } from "./body.ts";
import { Comparison } from "./comparison.tsx";
import { Programs } from "./connect.tsx";
import { Curve } from "./curve.tsx";
import { type Form, writeForm } from "./form.ts";
import { FREE_CHECK_POINTS, Quality } from "./quality.tsx";
import { isSmallerBetter, recallOf } from "./recall.ts";
import { Results } from "./results.tsx";
import type { Asked, FormState } from "./use-form.ts";

type Found = Resource<Answer | undefined>;

export function useSearch(name: string, { asked }: FormState): Found {
  return useResource(
    async (signal) => (asked ? search(name, asked.body, { signal, explain: true }) : undefined),
    [asked],
  );
}

interface Props {
  readonly name: string;
  readonly state: FormState;
  readonly found: Found;
  readonly info: Info;
  /** Whether the error is shown at an input. */
  readonly isAtInput: boolean;
  distanceOf(form: Form): Parameters<typeof isSmallerBetter>[0];
  /** Is called when an index was created. */
  onChange(): void;
}

export function Outcome(props: Props) {
  const { state, found, isAtInput } = props;
  const shown = useRef<{ answer: Answer; asked: Asked } | null>(null);
  if (found.value && state.asked) shown.current = { answer: found.value, asked: state.asked };
  const failure = found.error && (!isAtInput || !shown.current) ? found.error : undefined;
  return (
    <div class="search-outcome" aria-live="polite" aria-busy={found.loading}>
      {!isAtInput && <Failed error={failure} onRetry={found.reload} />}
      {shown.current ? (
        <Answered {...props} {...shown.current} />
      ) : (
        !failure && !found.loading && <Invitation isRefused={isAtInput} />
      )}
    </div>
  );
}

function Answered({
  name,
  state,
  found,
  info,
  distanceOf,
  onChange,
  answer,
  asked,
}: Props & { answer: Answer; asked: Asked }) {
  const check = useExact(name, answer, info.points_count);
  const { body } = answer;
  const isDense = !isByText(body) && answer.explain?.sparse === undefined;
  return (
    <>
      <Quality
        {...{ name, answer }}
        {...check}
        total={info.points_count}
        onIndexed={() => {
          onChange();
          found.reload();
        }}
      />
      {state.against && (
        <Comparison name={name} first={state.against} second={{ form: asked.form, answer }} />
      )}
      <Results
        {...{ name, answer, state }}
        recall={check.recall}
        smallerIsBetter={!isByText(body) && isSmallerBetter(distanceOf(asked.form), body)}
        isStale={differs(state.form, asked.form)}
      />
      {isDense && <Why answer={answer} info={info} using={asked.form.using} />}
      {isDense && (
        <Curve
          key={questionIn(answer)}
          name={name}
          body={body}
          onPick={(ef) => state.run({ ef, fixed: true, exact: false })}
        />
      )}
      <Programs name={name} info={info} body={body} chosen={answer.recall} />
    </>
  );
}

/** Compares an answer with the exact one: at once in a small collection, on request in a large one. */
function useExact(name: string, answer: Answer, total: number) {
  const [requested, setRequested] = useState<Answer>();
  const isPossible = !answer.body.params.exact && !isByText(answer.body);
  const isDue = isPossible && (total <= FREE_CHECK_POINTS || requested === answer);
  const exact = useResource(
    async (signal) => (isDue ? { answer, ...(await searchExactly(name, answer.body, signal)) } : undefined),
    [answer, isDue],
  );
  const recall = useMemo(
    // While a new answer is compared, the resource still has the exact result of the one before.
    () => (exact.value?.answer === answer ? recallOf(answer.points, exact.value.points) : null),
    [answer, exact.value],
  );
  const onCheck = isPossible && !isDue ? () => setRequested(answer) : undefined;
  return { recall, failure: exact.error, onCheck };
}

/** Nothing is to be explained of a search that has to be exact, or compares all examples. */
function Why({
  answer: { body, explain, recall },
  info,
  using,
}: {
  answer: Answer;
  info: Info;
  using: string;
}) {
  if (body.params.exact || !explain) return null;
  const matching = explain.filter?.matching ?? info.points_count;
  const search = {
    asked: recall?.asked ?? null,
    ef: recall ? recall.ef : explain.ef,
    isMeasured: recall ? recall.expected !== null : true,
    k: body.limit + (body.offset ?? 0),
    share: info.points_count === 0 ? 1 : Math.min(1, matching / info.points_count),
  };
  return <WhyThisEf search={search} vector={using} tables={recallTablesOf(info, using)} />;
}

function differs(before: Form, other: Form): boolean {
  return writeJson(writeForm(before)) !== writeJson(writeForm(other));
}

/** Returns the query without the search parameters. */
function questionIn({ body: { params: _, ...question } }: Answer): string {
  return writeJson(question);
}

function Invitation({ isRefused }: { isRefused: boolean }) {
  return (
    <div class="card empty">
      <Icon name={isRefused ? "warning" : "search"} />
      <p>
        {isRefused
          ? "The server refuses this search. The form says why."
          : "Type a text, choose a point, or paste a vector, and search. Results come with their recall and their cost."}
      </p>
    </div>
  );
}
