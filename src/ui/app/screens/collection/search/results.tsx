// The results, the nearest first. Points that only the exact search found are inserted at their ranks and marked.
import { writeJson } from "../../../api/json.ts";
import { prettyJson } from "../../../api/pretty.ts";
import { Button } from "../../../kit/button.tsx";
import { CodeBlock } from "../../../kit/copy.tsx";
import { count, plural } from "../../../kit/format.ts";
import { linkTo } from "../../../shell/route.ts";
import { payloadParts } from "../find/payload-line.ts";
import { Thing } from "../things/thing.tsx";
import { thingsOf } from "../things/things.ts";
import type { Answered } from "./answered.ts";
import { CompareChoice } from "./comparison.tsx";
import type { HitExplanation } from "./explanation.ts";
import { writeForm } from "./form.ts";
import { HitParts, Marked } from "./hit-parts.tsx";
import { barOf, merged, type Ranked } from "./recall.ts";
import type { FormState } from "./use-form.ts";

const SHOWN_FIELDS = 4;
const DIGITS = 6;
/** Characters up to which a value is shown whole. */
const SHORT = 28;

export function Results({ shown }: { shown: Answered }) {
  const { answer, asked, recall, smallerIsBetter, state } = shown;
  const isStale = writeJson(writeForm(state.form)) !== writeJson(writeForm(asked.form));
  const all = merged(answer, recall, smallerIsBetter);
  const scores = all.map(({ score }) => score);
  const hits = new Map(answer.explain?.hits?.map((hit) => [String(hit.id), hit]));
  return (
    <section class="card search-results" aria-label="Results">
      <div class="row spread">
        <h2>{answer.points.length === 0 ? "No results" : plural(answer.points.length, "result")}</h2>
        <span class="small muted">
          {isStale
            ? "The form has changed. Search again to update the results."
            : smallerIsBetter
              ? "Distance: smaller is nearer"
              : "Score: larger is nearer"}
        </span>
        <CompareChoice shown={shown} />
      </div>
      {answer.match && (
        <p class="small muted">
          No model makes a vector of the text, so the one of the best match of its words is searched:{" "}
          <Thing id={answer.match.id} payload={answer.match.payload} />
        </p>
      )}
      {all.length === 0 && (
        <p class="muted">Nothing matches. Loosen the filter or the threshold, or lower the offset.</p>
      )}
      <ol>
        {all.map((point) => (
          <Result
            key={String(point.id)}
            {...{ shown, point }}
            hit={hits.get(String(point.id))}
            share={barOf(point.score, scores, smallerIsBetter)}
          />
        ))}
      </ol>
    </section>
  );
}

interface ResultProps {
  readonly shown: Answered;
  readonly point: Ranked;
  readonly hit: HitExplanation | undefined;
  /** The score relative to the best one. */
  readonly share: number;
}

function Result({ shown, point, hit, share }: ResultProps) {
  const { name, explain, state } = shown;
  const id = String(point.id);
  const at = (tab: string) => linkTo(["collections", name, tab], { point: id });
  return (
    <li class={point.isMissed ? "search-result missed" : "search-result"}>
      <span class="search-rank">{count(point.rank)}</span>
      <div class="search-what">
        <div class="row search-id">
          <Thing id={point.id} payload={point.payload} />
          {point.isMissed && <span class="badge amber">Missed: rank {point.rank} of the exact scan</span>}
          <div class="search-actions small">
            <Example {...{ id, state }} kind="positive" label="More like this" />
            <Example {...{ id, state }} kind="negative" label="Less like this" />
            <a href={at("points")} aria-label={`Open point ${id}`}>
              Open
            </a>
            <a href={at("graph")} aria-label={`Show ${id} in the graph`}>
              Graph
            </a>
          </div>
        </div>
        <Payload name={name} point={point} />
        <Marked point={point} />
        {hit && <HitParts explain={explain!} hit={hit} />}
      </div>
      <div class="search-score">
        <span>{Number(point.score.toPrecision(DIGITS))}</span>
        <div class="search-bar" aria-hidden="true">
          <div style={{ width: `${share * 100}%` }} />
        </div>
      </div>
    </li>
  );
}

interface ExampleProps {
  readonly id: string;
  readonly state: FormState;
  readonly kind: "positive" | "negative";
  readonly label: string;
}

/**
 * A button that makes a point an example. A point is on one side only, and the first positive example replaces the
 * query.
 */
function Example({ id, state, kind, label }: ExampleProps) {
  const add = (): void => {
    const { form } = state;
    const other = kind === "positive" ? "negative" : "positive";
    const seed = form.way === "like" && form.like !== "" && form.positive.length === 0 ? [form.like] : [];
    const positive = form.way === "these" ? form.positive : [...new Set([...form.positive, ...seed])];
    const before = { positive, negative: form.negative };
    const strategy =
      kind === "negative" && positive.every((example) => example === id) && form.strategy === "average_vector"
        ? "best_score"
        : form.strategy;
    state.run({
      way: "these",
      strategy,
      [kind]: [...before[kind].filter((example) => example !== id), id],
      [other]: before[other].filter((example) => example !== id),
    });
  };
  return <Button aria-label={`${label}: ${id}`} onClick={add} text={label} />;
}

function Payload({ name, point }: { name: string; point: Ranked }) {
  const { payload, vector } = point;
  const { label } = thingsOf(name).fields;
  // The label is shown above, and texts with marked words below.
  const shown = [label, ...Object.keys(point.highlights ?? {})];
  const rest = Object.fromEntries(Object.entries(payload ?? {}).filter(([key]) => !shown.includes(key)));
  const parts = payloadParts(rest, SHOWN_FIELDS);
  const hidden = Object.keys(rest).length - parts.length;
  if (Object.keys(payload ?? {}).length === 0 && vector === undefined) return null;
  const all = { ...(payload && { payload }), ...(vector !== undefined && { vector }) };
  return (
    <details>
      <summary>
        {parts.map(({ key, text }) => (
          <span key={key} class={text.length > SHORT ? "search-field long" : "search-field"}>
            <span class="muted">{key}</span> {text}
          </span>
        ))}
        {parts.length === 0 && <span class="search-field muted">Payload</span>}
        {hidden > 0 && <span class="search-field muted">{hidden} more</span>}
      </summary>
      <CodeBlock text={prettyJson(writeJson(all))} label={`Payload of ${point.id}`} />
    </details>
  );
}
