// "Why this search effort (ef)" of an answered search: the reasons in words, and the measured curve.
import { Fold } from "../../../kit/card.tsx";
import { RecallCurve } from "./curve.tsx";
import { type AnsweredSearch, reasonsOf } from "./reasons.ts";
import type { RecallTable } from "./tables.ts";

interface Props {
  readonly search: AnsweredSearch;
  /** The vector that was searched. */
  readonly vector: string;
  /** The measurements of its graphs. */
  readonly tables: readonly RecallTable[];
}

export function WhyThisEf({ search, vector, tables }: Props) {
  const { text, measured, table } = reasonsOf(tables, search);
  return (
    <Fold
      title={search.ef === null ? "Why an exact scan" : "Why this search effort (ef)"}
      about="The measurements behind it, and the recall curve"
    >
      <div class="stack">
        <p>{text}</p>
        {measured.length > 0 && (
          <ul class="bullets">
            {measured.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {tables.length > 1 && (
          <p class="small muted">
            Of {tables.length} measured segments, the one where this effort finds least is shown.
          </p>
        )}
        {table && (
          <RecallCurve
            key={`${search.k} ${search.share} ${search.ef} ${table.measured}`}
            about={vector || "The vector"}
            tables={tables}
            asked={search.asked}
            ef={search.ef}
            first={{ table, k: search.k, share: search.share }}
          />
        )}
      </div>
    </Fold>
  );
}
