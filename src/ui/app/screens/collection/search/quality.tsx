// The quality of a search: its recall, its time, and how the server ran it.
// The decision: an exact scan for the recall costs what the collection is large, so above `FREE_CHECK_POINTS` it is
// made on request only.
import type { ComponentChildren } from "preact";
import type { Recall as ExpectedRecall } from "../../../../../schema/recall.ts";
import { count, milliseconds, percent, plural } from "../../../kit/format.ts";
import { linkTo } from "../../../shell/route.ts";
import { recallText } from "../recall/scale.ts";
import type { Answer } from "./answer.ts";
import { isByText } from "./body.ts";
import { CreateIndex } from "./create-index.tsx";
import { type Explanation, partNames, strategyText } from "./explanation.ts";
import { keptText } from "./kept-text.ts";
import type { Recall } from "./recall.ts";

/** Points up to which each search is compared with its exact result. */
export const FREE_CHECK_POINTS = 100_000;

interface Props {
  readonly name: string;
  readonly answer: Answer;
  /** Null: not known yet, or not asked for. */
  readonly recall: Recall | null;
  /** The number of points of the collection. */
  readonly total: number;
  /** The error of the exact search. */
  readonly failure: Error | undefined;
  /** Starts the exact search; absent if it runs or need not be asked for. */
  readonly onCheck: (() => void) | undefined;
  /** Is called when an index was created. */
  onIndexed(): void;
}

export function Quality(props: Props) {
  const { name, answer, total } = props;
  const { explain, recall: expected } = answer;
  return (
    <section class="card search-quality" aria-label="Search quality">
      <dl class="search-stats">
        {!isByText(answer.body) && <RecallStat {...props} />}
        {expected && !answer.body.params.exact && <ExpectedStat {...expected} />}
        <Stat
          name="Time"
          value={milliseconds(answer.serverMs)}
          about={`${milliseconds(answer.wholeMs)} round trip`}
        />
        {explain && <Work explain={explain} total={total} />}
      </dl>
      {explain?.prefetch && <Parts explain={explain} />}
      {explain?.filter && <FilterLine {...props} filter={explain.filter} />}
      {explain && (
        <div class="row search-next">
          <TraceLink name={name} answer={answer} explain={explain} />
          <Details explain={explain} />
        </div>
      )}
    </section>
  );
}

interface StatProps {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly about?: ComponentChildren;
}

function Stat({ name, value, about }: StatProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {about && <dd class="small muted">{about}</dd>}
    </div>
  );
}

function RecallStat({ answer, recall, failure, onCheck }: Props) {
  if (answer.body.params.exact) return <Stat name="Recall" value="Exact" about="Exact scan" />;
  if (failure) return <Stat name="Recall" value="–" about={failure.message} />;
  if (onCheck) {
    const button = (
      <button type="button" class="inline" onClick={onCheck}>
        Check recall
      </button>
    );
    return <Stat name="Recall" value={button} about="By one exact scan" />;
  }
  if (!recall) return <Stat name="Recall" value="…" about="Comparing" />;
  if (recall.of === 0) return <Stat name="Recall" value="–" about="The exact result is empty, too" />;
  const share = recall.found / recall.of;
  return (
    <Stat
      name="Recall"
      value={<span class={share < 1 ? "search-missed-some" : "search-all"}>{percent(share)}</span>}
      about={`${recall.found} of ${recall.of} exact results`}
    />
  );
}

/** Shows the mean recall of searches with this ef, as it was measured before this one. */
function ExpectedStat({ asked, expected, ef }: ExpectedRecall) {
  const value = expected === null ? "Not measured" : ef === null ? "Exact" : recallText(expected);
  return <Stat name="Expected recall" value={value} about={`${recallText(asked)} asked`} />;
}

function Work({ explain, total }: { explain: Explanation; total: number }) {
  const { visited, rescored, strategy, ef, text, sparse, prefetch } = explain;
  const lists = text ?? sparse;
  const effort = ef === null ? undefined : `effort (ef) ${count(ef)}`;
  const method = <Stat name="Method" value={strategyText(strategy)} about={effort} />;
  if (prefetch) return method;
  if (lists) {
    return (
      <>
        <Stat name="Read" value={count(lists.postings)} about={plural(termsOf(lists), "term")} />
        {method}
      </>
    );
  }
  const again = rescored > 0 ? ` · ${count(rescored)} rescored` : "";
  return (
    <>
      <Stat name="Visited" value={count(visited)} about={`of ${count(total)}${again}`} />
      {method}
    </>
  );
}

function termsOf(lists: NonNullable<Explanation["text"] | Explanation["sparse"]>): number {
  return "clauses" in lists ? lists.clauses : lists.terms;
}

/** The parts of a hybrid search, with the number of points that each found. */
function Parts({ explain }: { explain: Explanation }) {
  const names = partNames(explain);
  const { weights = [] } = explain.expanded?.query.rrf ?? {};
  return (
    <table class="search-parts">
      <thead>
        <tr>
          <th>Part</th>
          <th class="number">Weight</th>
          <th class="number">Found</th>
          <th>Method</th>
          <th class="number">Time</th>
        </tr>
      </thead>
      <tbody>
        {explain.prefetch!.map(({ found, strategy, ef, time_ms }, list) => (
          <tr key={names[list]}>
            <td>
              <span class={`search-key list-${list}`} /> {names[list]}
            </td>
            <td class="number">{weights[list] === undefined ? "–" : percent(weights[list])}</td>
            <td class="number">{count(found)}</td>
            <td>
              {strategyText(strategy)}
              {ef !== null && `, ef ${count(ef)}`}
            </td>
            <td class="number">{milliseconds(time_ms.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FilterLine({
  name,
  answer,
  filter,
  onIndexed,
}: Props & { filter: NonNullable<Explanation["filter"]> }) {
  const { matching, checked, served_by } = filter;
  return (
    <div class="search-filter-line">
      <span class="small">
        <strong>Filter</strong>{" "}
        {matching === null ? "checked on the nearest only" : `${count(matching)} matched`},{" "}
        {checked === 0 ? "no payload read" : `${plural(checked, "payload")} read`}
      </span>
      {served_by.map((served) => (
        <span key={`${served.condition} ${served.check}`} class="row small">
          <span>
            <code>{served.condition}</code>{" "}
            {served.index === null ? "without an index" : `by ${served.index} index`}
            {served.index !== null && !served.settles && ", in part"}
          </span>
          {served.index === null && (
            <CreateIndex collection={name} served={served} points={answer.points} onCreated={onIndexed} />
          )}
        </span>
      ))}
    </div>
  );
}

/** The link to the trace of exactly this query, where one walk of the graph answered it. */
function TraceLink({
  name,
  answer: { body },
  explain: { ef },
}: {
  name: string;
  answer: Answer;
  explain: Explanation;
}) {
  const { query, using } = body;
  const isOneVector = typeof query !== "object" || Array.isArray(query);
  if (!isOneVector || ef === null) return null;
  const text = Array.isArray(query) ? `[${query.join(", ")}]` : String(query);
  const vector: Readonly<Record<string, string>> = using === undefined ? {} : { vector: using };
  const link = linkTo(["collections", name, "graph"], {
    view: "trace",
    query: keptText(text),
    ef: String(ef),
    ...vector,
  });
  return (
    <a
      href={link}
      title={body.filter === undefined ? undefined : "The trace shows the search without its filter"}
    >
      Query trace
    </a>
  );
}

function Details({ explain }: { explain: Explanation }) {
  const { plan, search, payload } = explain.time_ms;
  return (
    <details>
      <summary>Times and segments</summary>
      <p class="small muted">
        Planning {milliseconds(plan)}, search {milliseconds(search)}, payloads {milliseconds(payload)}
      </p>
      {explain.segments.length > 0 && <Segments explain={explain} />}
    </details>
  );
}

function Segments({ explain }: { explain: Explanation }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section class="search-scroll" tabIndex={0} aria-label="Segments">
      <table>
        <thead>
          <tr>
            <th>Segment</th>
            <th class="number">Points</th>
            <th class="number">In the graph</th>
            <th>Method</th>
            <th class="number">Visited</th>
            <th class="number">Rescored</th>
            <th class="number">Time</th>
          </tr>
        </thead>
        <tbody>
          {explain.segments.map((segment, index) => (
            <tr key={`${index}`}>
              <td>{index + 1}</td>
              <td class="number">{count(segment.points)}</td>
              <td class="number">{segment.indexed === null ? "–" : count(segment.indexed)}</td>
              <td>{strategyText(segment.strategy)}</td>
              <td class="number">{count(segment.visited)}</td>
              <td class="number">{count(segment.rescored)}</td>
              <td class="number">{milliseconds(segment.time_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
