// The search tab: the query on one side, results and recall on the other.
import { useRef } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { type Resource, useResource } from "../../../api/resource.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { linkTo } from "../../../shell/route.ts";
import { textIndexes } from "../find/by-text.ts";
import { allVectorsOf, type Info, scoredTexts, sparseOf, vectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { type Answer, search, searchExactly } from "./answer.ts";
import { type Input, inputOf, isByWords } from "./body.ts";
import { Curve } from "./curve.tsx";
import { usualRecall } from "./effort.tsx";
import { BLANK, type Form, type Way, writeForm } from "./form.ts";
import { Options } from "./options.tsx";
import { Programs } from "./programs.tsx";
import { Question } from "./question.tsx";
import { isSmallerBetter, recallOf } from "./recall.ts";
import { Results } from "./results.tsx";
import { SearchFilter } from "./search-filter.tsx";
import { Truth } from "./truth.tsx";
import { type Asked, type FormState, useForm } from "./use-form.ts";
import { Why } from "./why.tsx";

/** The form of vectors where there are none. */
const NO_VECTORS = { size: 0, distance: "Dot" } as const;

/**
 * The id of the form. The filter has forms of its own, which cannot be nested, so the button refers to this one by id.
 */
const FORM = "search-form";

export function Search({ name, info }: TabProps) {
  const vectors = allVectorsOf(info);
  const [first = ""] = vectors.keys();
  const using = vectors.has("") ? "" : first;
  const scored = scoredTexts(info);
  const way: Way = vectors.size === 0 ? "words" : "vector";
  const blank = { ...BLANK, way, field: scored[0] ?? "", using, recall: usualRecall(info, using) };
  const state = useForm(name, blank, (vector) => vectors.get(vector)?.size === 0);
  const found = useResource(
    (signal) => (state.asked ? search(name, state.asked.body, { signal, explain: true }) : nothing()),
    [state.asked],
  );
  const { form, unclear } = state;
  const refused = found.error && state.asked && inputOf(found.error.message, state.asked.form);
  const problem = (input: Input): string | undefined => {
    if (unclear?.input === input) return unclear.message;
    return refused === input ? found.error?.message : undefined;
  };
  const canSearch = vectors.size > 0 || scored.length > 0;
  if (!canSearch || info.points_count === 0) return <Nothing name={name} canSearch={canSearch} />;
  const { size: dimension, distance } = vectors.get(form.using) ?? vectors.get(first) ?? NO_VECTORS;
  const part = { form, problem, onEdit: state.edit, onRun: state.run };
  return (
    <div class="search">
      <div class="card search-form">
        <form
          id={FORM}
          class="search-form"
          aria-label="Search"
          onSubmit={(event) => {
            event.preventDefault();
            state.run();
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) state.run();
          }}
        >
          <Question
            {...part}
            {...{ name, dimension, scored }}
            indexed={textIndexes(info)}
            hasDense={vectorsOf(info).size > 0}
            hasVectors={vectors.size > 0}
          />
          <Options {...part} info={info} vectors={vectors} />
        </form>
        <SearchFilter
          {...{ name, info }}
          text={form.filter}
          problem={problem("filter")}
          onChange={(filter) => (state.asked ? state.run({ filter }) : state.edit({ filter }))}
        />
        <button type="submit" form={FORM} class="primary">
          <Icon name="search" /> Search
        </button>
      </div>
      <Outcome
        {...{ name, state, found, info }}
        isAtInput={refused !== undefined}
        isStale={state.asked !== undefined && differs(form, state.asked.form)}
        distanceOf={({ using }) => (vectors.get(using) ?? { distance }).distance}
      />
    </div>
  );
}

function nothing(): Promise<undefined> {
  return Promise.resolve(undefined);
}

function differs(before: Form, other: Form): boolean {
  return (
    new URLSearchParams(writeForm(before)).toString() !== new URLSearchParams(writeForm(other)).toString()
  );
}

interface OutcomeProps {
  readonly name: string;
  readonly state: FormState;
  readonly found: Resource<Answer | undefined>;
  readonly info: Info;
  /** Whether the error is shown at an input. */
  readonly isAtInput: boolean;
  readonly isStale: boolean;
  distanceOf(form: Form): Parameters<typeof isSmallerBetter>[0];
}

function Outcome({ name, state, found, info, isAtInput, isStale, distanceOf }: OutcomeProps) {
  const shown = useRef<{ answer: Answer; asked: Asked } | null>(null);
  if (found.value && state.asked) shown.current = { answer: found.value, asked: state.asked };
  const answer = shown.current?.answer;
  const truth = useResource(
    (signal) =>
      answer && !answer.body.params.exact && !isByWords(answer.body)
        ? exactOf(name, answer, signal)
        : nothing(),
    [answer],
  );
  // While a new answer is compared, the resource still has the exact result of the one before.
  const recall = answer && truth.value?.answer === answer ? recallOf(answer.points, truth.value.exact) : null;
  const failure = found.error && (!isAtInput || !answer) ? found.error : undefined;
  const isText = answer !== undefined && isByWords(answer.body);
  const hasGraph = !isText && !sparseOf(info).has(shown.current?.asked.form.using ?? "");
  return (
    <div class="search-outcome" aria-live="polite" aria-busy={found.loading}>
      {!isAtInput && <Failed error={failure} onRetry={found.reload} />}
      {answer && shown.current ? (
        <>
          {!isText && (
            <Truth answer={answer} recall={recall} total={info.points_count} failure={truth.error} />
          )}
          {hasGraph && <Why answer={answer} info={info} using={shown.current.asked.form.using} />}
          <Results
            name={name}
            answer={answer}
            recall={recall}
            smallerIsBetter={!isText && isSmallerBetter(distanceOf(shown.current.asked.form), answer.body)}
            note={isStale ? "The form has changed since. Search again to see its results." : undefined}
            state={state}
          />
          {hasGraph && (
            <Curve
              key={questionIn(answer)}
              name={name}
              body={answer.body}
              onPick={(ef) => state.run({ ef, fixed: true, exact: false })}
            />
          )}
          <Programs name={name} answer={answer} />
        </>
      ) : (
        !failure && !found.loading && <Invitation isRefused={isAtInput} />
      )}
    </div>
  );
}

/** Returns the exact result of the search that gave `answer`, together with this answer. @throws Failure */
async function exactOf(name: string, answer: Answer, signal: AbortSignal) {
  const { points } = await searchExactly(name, answer.body, signal);
  return { answer, exact: points };
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
          ? "The server refuses this search. The reason stands in the form."
          : "Paste a vector, or take a random point's, and search. Results come with their recall and their cost."}
      </p>
    </div>
  );
}

function Nothing({ name, canSearch }: { name: string; canSearch: boolean }) {
  return (
    <div class="card empty">
      <Icon name="search" />
      <p>
        {canSearch
          ? "There are no points to search yet."
          : "This collection has no vectors and no text index that scores: there is nothing to compare."}
      </p>
      {canSearch && (
        <a class="button primary" href={linkTo(["collections", name, "transfer"])}>
          Import points
        </a>
      )}
    </div>
  );
}
