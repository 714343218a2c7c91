// The quality of a search: its recall, its time, and how the server ran it.
import type { ComponentChildren } from "preact";
import type { Recall as ExpectedRecall } from "../../../../../schema/recall.ts";
import { Button } from "../../../kit/button.tsx";
import { count, milliseconds, percent, plural } from "../../../kit/format.ts";
import { Scroll } from "../../../kit/scroll.tsx";
import { Table } from "../../../kit/table.tsx";
import { linkTo } from "../../../shell/route.ts";
import { recallText } from "../recall/scale.ts";
import type { Answered } from "./answered.ts";
import { CreateIndex } from "./create-index.tsx";
import { type Explanation, partNames, strategyText } from "./explanation.ts";
import { keptText } from "./kept-text.ts";

interface Props {
  readonly shown: Answered;
}

export function Quality({ shown }: Props) {
  const { explain } = shown;
  return (
    <section class="card search-quality" aria-label="Search quality">
      <dl class="search-stats">
        {statsOf(shown).map(([stat, value, about]) => (
          <div key={stat}>
            <dt>{stat}</dt>
            <dd>{value}</dd>
            {about && <dd class="small muted">{about}</dd>}
          </div>
        ))}
      </dl>
      {explain?.prefetch && <Parts explain={explain} />}
      {explain?.filter && <FilterLine shown={shown} filter={explain.filter} />}
      {explain && (
        <div class="row search-next">
          <TraceLink {...shown} ef={explain.ef} />
          <Details explain={explain} />
        </div>
      )}
    </section>
  );
}

type Stat = readonly [name: string, value: ComponentChildren, about?: ComponentChildren];

function statsOf(shown: Answered): Stat[] {
  const { answer, body, explain, info, isText } = shown;
  const { recall } = answer;
  const stats: Stat[] = isText ? [] : [["Recall", ...recallOf(shown)]];
  if (recall && !body.params.exact) stats.push(expectedOf(recall));
  stats.push(["Time", milliseconds(answer.serverMs), `${milliseconds(answer.wholeMs)} round trip`]);
  if (!explain) return stats;
  const { visited, rescored, strategy, ef, text, sparse, prefetch } = explain;
  if (text ?? sparse) {
    const terms = text ? text.clauses : sparse!.terms;
    stats.push(["Read", count((text ?? sparse)!.postings), plural(terms, "term")]);
  } else if (!prefetch) {
    const again = rescored > 0 ? ` · ${count(rescored)} rescored` : "";
    stats.push(["Visited", count(visited), `of ${count(info.points_count)}${again}`]);
  }
  stats.push(["Method", strategyText(strategy), ef === null ? undefined : `effort (ef) ${count(ef)}`]);
  return stats;
}

function recallOf({ body, recall, failure, onCheck }: Answered): [ComponentChildren, string] {
  if (body.params.exact) return ["Exact", "Exact scan"];
  if (failure) return ["–", failure.message];
  if (onCheck)
    return [<Button key="check" class="inline" onClick={onCheck} text="Check recall" />, "By one exact scan"];
  if (!recall) return ["…", "Comparing"];
  if (recall.of === 0) return ["–", "The exact result is empty, too"];
  const share = recall.found / recall.of;
  const shown = (
    <span key="share" class={share < 1 ? "search-missed-some" : "search-all"}>
      {percent(share)}
    </span>
  );
  return [shown, `${recall.found} of ${recall.of} exact results`];
}

/** Returns the mean recall of searches with this ef, as it was measured before this one. */
function expectedOf({ asked, expected, ef }: ExpectedRecall): Stat {
  const value = expected === null ? "Not measured" : ef === null ? "Exact" : recallText(expected);
  return ["Expected recall", value, `${recallText(asked)} asked`];
}

/** The parts of a hybrid search, with the number of points that each found. */
function Parts({ explain }: { explain: Explanation }) {
  const names = partNames(explain);
  const { weights = [] } = explain.expanded?.query.rrf ?? {};
  return (
    <Table
      class="dense search-parts"
      rows={explain.prefetch ?? []}
      columns={[
        {
          head: "Part",
          cell: (_, list) => (
            <>
              <span class={`search-key list-${list}`} /> {names[list]}
            </>
          ),
        },
        { head: "Weight", isNumber: true, cell: (_, list) => optionally(weights[list], percent) },
        { head: "Found", isNumber: true, cell: ({ found }) => count(found) },
        {
          head: "Method",
          cell: ({ strategy, ef }) => `${strategyText(strategy)}${ef === null ? "" : `, ef ${count(ef)}`}`,
        },
        { head: "Time", isNumber: true, cell: ({ time_ms }) => milliseconds(time_ms.total) },
      ]}
    />
  );
}

type FilterProps = Props & { readonly filter: NonNullable<Explanation["filter"]> };

function FilterLine({ shown, filter }: FilterProps) {
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
          {served.index === null && <CreateIndex shown={shown} served={served} />}
        </span>
      ))}
    </div>
  );
}

/** The link to the trace of exactly this query, where one walk of the graph answered it. */
function TraceLink({ name, body, ef }: Pick<Answered, "name" | "body"> & { readonly ef: number | null }) {
  const { query, using } = body;
  const isOneVector = typeof query !== "object" || Array.isArray(query);
  if (!isOneVector || ef === null) return null;
  const text = Array.isArray(query) ? `[${query.join(", ")}]` : String(query);
  const trace = { view: "trace", query: keptText(text), ef: String(ef) };
  const link = linkTo(
    ["collections", name, "graph"],
    using === undefined ? trace : { ...trace, vector: using },
  );
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
      {explain.segments.length > 0 && (
        <Scroll label="Segments">
          <Table
            rows={explain.segments}
            columns={[
              { head: "Segment", cell: (_, at) => at + 1 },
              { head: "Points", isNumber: true, cell: ({ points }) => count(points) },
              { head: "In the graph", isNumber: true, cell: ({ indexed }) => optionally(indexed, count) },
              { head: "Method", cell: ({ strategy }) => strategyText(strategy) },
              { head: "Visited", isNumber: true, cell: ({ visited }) => count(visited) },
              { head: "Rescored", isNumber: true, cell: ({ rescored }) => count(rescored) },
              { head: "Time", isNumber: true, cell: ({ time_ms }) => milliseconds(time_ms) },
            ]}
          />
        </Scroll>
      )}
    </details>
  );
}

function optionally(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? "–" : format(value);
}
