// Two searches side by side: what differs, what each costs, and where the points of one are in the other; and the
// choice of the other search.
import { useResource } from "../../../api/resource.ts";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { milliseconds, plural } from "../../../kit/format.ts";
import { Failed } from "../../../kit/notice.tsx";
import { Thing } from "../things/thing.tsx";
import { type Answer, search } from "./answer.ts";
import type { Answered } from "./answered.ts";
import { differences } from "./differences.ts";
import { strategyText } from "./explanation.ts";
import type { Form } from "./form.ts";
import type { Asked } from "./use-form.ts";

interface Props {
  readonly shown: Answered;
  readonly first: Asked;
}

export function Comparison({ shown: { name, answer, asked }, first }: Props) {
  const found = useResource((signal) => search(name, first.body, { signal, explain: true }), [first]);
  const [own, other] = differences(first.form, asked.form);
  const both = found.value && sharedCount(found.value, answer);
  return (
    <Card
      title="Two searches"
      label="Comparison"
      aside={
        found.value && (
          <span class="small muted" aria-live="polite">
            {plural(both!, "point")} found by both, {found.value.points.length - both!} only by the first,{" "}
            {answer.points.length - both!} only by the second
          </span>
        )
      }
    >
      <Failed error={found.error} onRetry={found.reload} />
      {found.value && (
        <div class="search-both">
          <Column title="First" about={own} answer={found.value} other={answer} />
          <Column title="Second" about={other} answer={answer} other={found.value} />
        </div>
      )}
    </Card>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly about: string;
  readonly answer: Answer;
  readonly other: Answer;
}

function Column({ title, about, answer, other }: ColumnProps) {
  const { explain, serverMs, points } = answer;
  const ranks = new Map(other.points.map(({ id }, rank) => [String(id), rank]));
  return (
    <section aria-label={`${title} search`}>
      <h3>
        {title} <span class="small muted break">{about}</span>
      </h3>
      <p class="small muted">
        {milliseconds(serverMs)}
        {explain && `, ${strategyText(explain.strategy)}`}
        {explain?.ef && `, ef ${explain.ef}`}
      </p>
      <ol>
        {points.map(({ id, payload, score }, rank) => {
          const before = ranks.get(String(id));
          const move = before === undefined ? "only here" : before === rank ? "" : `rank ${before + 1} there`;
          return (
            <li key={String(id)} class={before === undefined ? "search-only" : undefined}>
              <Thing id={id} payload={payload} short />
              <span class="small muted">{move}</span>
              <span class="small">{score.toPrecision(4)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function sharedCount(one: Answer, other: Answer): number {
  const ids = new Set(one.points.map(({ id }) => String(id)));
  return other.points.filter(({ id }) => ids.has(String(id))).length;
}

const MORE_EFFORT = 4;

interface OtherSearch {
  readonly name: string;
  /** Absent: what is searched next. */
  readonly change?: Partial<Form>;
}

export function CompareChoice({ shown }: { shown: Answered }) {
  const { state } = shown;
  if (state.against) {
    return <Button onClick={state.single} text="End the comparison" />;
  }
  const others = othersOf(shown);
  return (
    <select
      class="search-compare"
      aria-label="Compare with"
      value=""
      onChange={({ currentTarget }) => {
        state.compare(others[Number(currentTarget.value)]?.change);
        currentTarget.value = "";
      }}
    >
      <option value="">Compare with …</option>
      {others.map(({ name }, at) => (
        <option key={name} value={String(at)}>
          {name}
        </option>
      ))}
    </select>
  );
}

function othersOf({ body, explain, isDense, asked: { form } }: Answered): OtherSearch[] {
  const others: OtherSearch[] = [];
  const ef = explain?.ef;
  if (isDense && !body.params.exact) others.push({ name: "An exact scan", change: { exact: true } });
  if (isDense && ef)
    others.push({
      name: `Search effort (ef) ${ef * MORE_EFFORT}`,
      change: { fixed: true, ef: String(ef * MORE_EFFORT), exact: false },
    });
  if (body.filter !== undefined) others.push({ name: "The same without filter", change: { filter: "" } });
  if (form.way === "words" && form.match === "hybrid")
    others.push({ name: "Words alone", change: { match: "words" } });
  others.push({ name: "The next search" });
  return others;
}
