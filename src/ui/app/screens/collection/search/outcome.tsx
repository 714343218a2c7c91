// The results of a search with their quality, and the ways on: the curve of the search effort, and the program.
import { useRef } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { recallTablesOf } from "../info.ts";
import { WhyThisEf } from "../recall/why.tsx";
import type { Answer } from "./answer.ts";
import { type Answered, type Screen, useAnswered } from "./answered.ts";
import { Comparison } from "./comparison.tsx";
import { Programs } from "./connect.tsx";
import { Curve } from "./curve.tsx";
import { Quality } from "./quality.tsx";
import { Results } from "./results.tsx";
import type { Asked } from "./use-form.ts";

interface Props extends Screen {
  /** Whether the error is shown at an input. */
  readonly isAtInput: boolean;
}

/** The last answer, which stays while the next one is loaded or after it failed. */
interface Shown {
  readonly answer: Answer;
  readonly asked: Asked;
}

export function Outcome({ isAtInput, ...screen }: Props) {
  const { state, found } = screen;
  const shown = useRef<Shown | null>(null);
  if (found.value && state.asked) shown.current = { answer: found.value, asked: state.asked };
  const failure = found.error && (!isAtInput || !shown.current) ? found.error : undefined;
  return (
    <div class="stack search-outcome" aria-live="polite" aria-busy={found.loading}>
      {!isAtInput && <Failed error={failure} onRetry={found.reload} />}
      {shown.current ? (
        <Parts screen={screen} {...shown.current} />
      ) : (
        !failure && !found.loading && <Invitation isRefused={isAtInput} />
      )}
    </div>
  );
}

function Parts({ screen, answer, asked }: Shown & { readonly screen: Screen }) {
  const shown = useAnswered(screen, answer, asked);
  const { name, body, info, state, isDense } = shown;
  return (
    <>
      <Quality shown={shown} />
      {state.against && <Comparison shown={shown} first={state.against} />}
      <Results shown={shown} />
      {isDense && <Why {...shown} />}
      {isDense && <Curve key={questionIn(answer)} shown={shown} />}
      <Programs name={name} info={info} body={body} chosen={answer.recall} />
    </>
  );
}

/** Nothing is to be explained of a search that has to be exact, or compares all examples. */
function Why({ answer: { recall }, body, explain, asked, info }: Answered) {
  if (body.params.exact || !explain) return null;
  const matching = explain.filter?.matching ?? info.points_count;
  const { using } = asked.form;
  const search = {
    asked: recall?.asked ?? null,
    ef: recall ? recall.ef : explain.ef,
    isMeasured: recall ? recall.expected !== null : true,
    k: body.limit + (body.offset ?? 0),
    share: info.points_count === 0 ? 1 : Math.min(1, matching / info.points_count),
  };
  return <WhyThisEf search={search} vector={using} tables={recallTablesOf(info, using)} />;
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
