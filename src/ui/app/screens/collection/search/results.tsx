// The results, the nearest first. Points that only the exact search found are inserted at their ranks and marked.
import { writeJson } from "../../../api/json.ts";
import { prettyJson } from "../../../api/pretty.ts";
import { CodeBlock } from "../../../kit/copy.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Icon, type IconName } from "../../../kit/icon.tsx";
import { linkTo } from "../../../shell/route.ts";
import { payloadParts } from "../find/payload-line.ts";
import type { Answer } from "./answer.ts";
import { Marked } from "./marked.tsx";
import { barOf, merged, type Ranked, type Recall } from "./recall.ts";
import type { FormState } from "./use-form.ts";

interface Props {
  readonly name: string;
  readonly answer: Answer;
  readonly recall: Recall | null;
  readonly smallerIsBetter: boolean;
  readonly note: string | undefined;
  readonly state: FormState;
}

const SHOWN_FIELDS = 3;
const DIGITS = 6;

export function Results({ name, answer, recall, smallerIsBetter, note, state }: Props) {
  const all = merged(answer, recall, smallerIsBetter);
  const scores = all.map(({ score }) => score);
  return (
    <section class="card search-results" aria-label="Results">
      <div class="row spread">
        <h2>{answer.points.length === 0 ? "No results" : plural(answer.points.length, "result")}</h2>
        <span class="small muted">
          {note ?? (smallerIsBetter ? "Distance: smaller is nearer" : "Score: larger is nearer")}
        </span>
      </div>
      {all.length === 0 && (
        <p class="muted">Nothing matches. Loosen the filter or the threshold, or lower the offset.</p>
      )}
      <ol class="search-list">
        {all.map((point) => (
          <Result
            key={String(point.id)}
            name={name}
            point={point}
            share={barOf(point.score, scores, smallerIsBetter)}
            state={state}
          />
        ))}
      </ol>
    </section>
  );
}

interface ResultProps {
  readonly name: string;
  readonly point: Ranked;
  /** The score relative to the best one. */
  readonly share: number;
  readonly state: FormState;
}

function Result({ name, point, share, state }: ResultProps) {
  const id = String(point.id);
  return (
    <li class={point.isMissed ? "search-result missed" : "search-result"}>
      <span class="search-rank">{count(point.rank)}</span>
      <div class="search-what">
        <div class="row search-id">
          <code class="break">{id}</code>
          {point.isMissed && <span class="badge amber">Missed: rank {point.rank} of the exact search</span>}
        </div>
        <Payload point={point} />
        <Marked point={point} />
      </div>
      <div class="search-score">
        <span>{Number(point.score.toPrecision(DIGITS))}</span>
        <div class="search-bar" aria-hidden="true">
          <div style={{ width: `${share * 100}%` }} />
        </div>
      </div>
      <div class="search-actions">
        <Example {...{ id, state }} kind="positive" icon="plus" label="More like this" />
        <Example {...{ id, state }} kind="negative" icon="minus" label="Less like this" />
        <a
          class="button quiet"
          href={linkTo(["collections", name, "points"], { filter: filterOn(point) })}
          title="Open in points"
          aria-label={`Open ${id} in points`}
        >
          <Icon name="layers" />
        </a>
        <a
          class="button quiet"
          href={linkTo(["collections", name, "graph"], { point: id })}
          title="Open in the graph"
          aria-label={`Open ${id} in the graph`}
        >
          <Icon name="graph" />
        </a>
      </div>
    </li>
  );
}

function filterOn({ id }: Ranked): string {
  return writeJson({ must: [{ has_id: [id] }] });
}

interface ExampleProps {
  readonly id: string;
  readonly state: FormState;
  readonly kind: "positive" | "negative";
  readonly icon: IconName;
  readonly label: string;
}

/**
 * A button that makes a point an example. A point is on one side only, and the first positive example replaces the
 * query.
 */
function Example({ id, state, kind, icon, label }: ExampleProps) {
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
  return (
    <button type="button" class="quiet" title={label} aria-label={`${label}: ${id}`} onClick={add}>
      <Icon name={icon} />
    </button>
  );
}

function Payload({ point }: { point: Ranked }) {
  const { payload, vector } = point;
  const parts = payloadParts(payload, SHOWN_FIELDS);
  const hidden = Object.keys(payload ?? {}).length - parts.length;
  if (parts.length === 0 && vector === undefined) return <span class="small muted">No payload</span>;
  const all = { ...(parts.length > 0 && { payload }), ...(vector !== undefined && { vector }) };
  return (
    <details>
      <summary>
        {parts.map(({ key, text }) => (
          <span key={key} class="search-field">
            <span class="muted">{key}</span> {text}
          </span>
        ))}
        {parts.length === 0 && <span class="search-field muted">Vector</span>}
        {hidden > 0 && <span class="search-field muted">{hidden} more</span>}
      </summary>
      <CodeBlock text={prettyJson(writeJson(all))} label={`Payload of ${point.id}`} />
    </details>
  );
}
