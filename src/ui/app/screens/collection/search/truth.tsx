// The quality of a search: its recall, its time, and how the server ran it.
import type { ComponentChildren } from "preact";
import { count, milliseconds, percent, plural } from "../../../kit/format.ts";
import { Ago } from "../../../kit/time.tsx";
import { recallText } from "../recall/scale.ts";
import type { Answer, ExpectedRecall } from "./answer.ts";
import { type Explanation, strategyText } from "./explanation.ts";
import type { Recall } from "./recall.ts";

interface Props {
  readonly answer: Answer;
  readonly recall: Recall | null;
  /** The number of points of the collection. */
  readonly total: number;
  /** The error of the exact search. */
  readonly failure: Error | undefined;
}

export function Truth({ answer, recall, total, failure }: Props) {
  const { explain } = answer;
  return (
    <section class="card search-truth" aria-label="How well it was found">
      <dl>
        <RecallStat answer={answer} recall={recall} failure={failure} />
        {answer.recall && !answer.body.params.exact && <ExpectedStat {...answer.recall} />}
        <Stat name="Server" value={milliseconds(answer.serverMs)} about={<Times {...answer} />} />
        {explain ? (
          <Explained explain={explain} asked={answer.recall?.asked} total={total} />
        ) : (
          <Stat name="Visited" value="–" about="The server does not explain this search" />
        )}
      </dl>
      {explain && explain.segments.length > 0 && <Segments explain={explain} />}
    </section>
  );
}

interface StatProps {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly about: ComponentChildren;
  readonly isWide?: boolean;
}

function Stat({ name, value, about, isWide }: StatProps) {
  return (
    <div class={isWide ? "stat wide" : "stat"}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd class="search-about">{about}</dd>
    </div>
  );
}

function RecallStat({ answer, recall, failure }: Omit<Props, "total">) {
  if (answer.body.params.exact) return <Stat name="Recall" value="Exact" about="Every vector was compared" />;
  if (failure) return <Stat name="Recall" value="–" about={failure.message} />;
  if (!recall) return <Stat name="Recall" value="…" about="Comparing with the exact result" />;
  if (recall.of === 0) return <Stat name="Recall" value="–" about="The exact result is empty, too" />;
  const share = recall.found / recall.of;
  return (
    <Stat
      name="Recall"
      value={<span class={share < 1 ? "search-missed-some" : "search-all"}>{percent(share)}</span>}
      about={`${recall.found} of ${recall.of} of the exact result`}
    />
  );
}

/** Shows the mean recall of searches with this ef, as it was measured before this one. */
function ExpectedStat({ asked, expected, ef, measured }: ExpectedRecall) {
  return (
    <Stat
      name="Expected on average"
      value={
        expected === null ? (
          <span class="search-words">Not measured yet</span>
        ) : ef === null ? (
          "Exact"
        ) : (
          recallText(expected)
        )
      }
      about={
        <>
          {recallText(asked)} asked, {ef === null ? "no ef needed" : `ef ${count(ef)}`}
          {expected !== null && measured && (
            <>
              , measured <Ago at={measured} />
            </>
          )}
        </>
      }
    />
  );
}

function Times({ wholeMs, explain }: Answer) {
  const parts = explain && [
    `plan ${milliseconds(explain.time_ms.plan)}`,
    `search ${milliseconds(explain.time_ms.search)}`,
    `payload ${milliseconds(explain.time_ms.payload)}`,
  ];
  return (
    <>
      {milliseconds(wholeMs)} round trip
      {parts && <br />}
      {parts?.join(", ")}
    </>
  );
}

interface ExplainedProps {
  readonly explain: Explanation;
  /** The recall that was asked for. */
  readonly asked: number | undefined;
  readonly total: number;
}

function Explained({ explain, asked, total }: ExplainedProps) {
  const { visited, rescored, segments, strategy, ef, filter } = explain;
  const wish = asked === undefined ? "" : ` for a recall of ${recallText(asked)}`;
  const share = total > 0 ? ` of ${plural(total, "point")}` : "";
  return (
    <>
      <Stat
        name="Visited"
        value={count(visited)}
        about={`candidates${share}${rescored > 0 ? `, ${count(rescored)} of them again in full` : ""}`}
      />
      <Stat
        name="How"
        value={<span class="search-words">{strategyText(strategy)}</span>}
        about={`${plural(segments.length, "segment")}${ef === null ? "" : `, ef ${count(ef)}${wish}`}`}
      />
      {filter && (
        <Stat
          isWide
          name="Filter"
          value={
            <span class="search-words">
              {filter.matching === null ? "Looked at what was found" : `${count(filter.matching)} matched`}
            </span>
          }
          about={<ServedBy filter={filter} />}
        />
      )}
    </>
  );
}

function ServedBy({ filter }: { filter: NonNullable<Explanation["filter"]> }) {
  return (
    <>
      {filter.served_by.map(({ condition, check, index, settles }) => (
        <span key={`${condition} ${check}`} class="search-served">
          <code>{condition}</code> {index === null ? "without an index" : `by ${index} index`}
          {index !== null && !settles && ", in part"}
        </span>
      ))}
      <span class="search-served">
        {filter.checked === 0 ? "No payload looked at" : `${plural(filter.checked, "payload")} looked at`}
      </span>
    </>
  );
}

function Segments({ explain }: { explain: Explanation }) {
  return (
    <details>
      <summary>Segments</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section class="search-scroll" tabIndex={0} aria-label="Segments">
        <table>
          <thead>
            <tr>
              <th>Segment</th>
              <th class="number">Points</th>
              <th class="number">In the graph</th>
              <th>How</th>
              <th class="number">Compared</th>
              <th class="number">In full</th>
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
    </details>
  );
}
