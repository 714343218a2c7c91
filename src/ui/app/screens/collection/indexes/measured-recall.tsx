// The card with the measured recall of each vector, and what searches of it ask for.
import { type Info, recallSetFor, recallTablesOf, vectorsOf } from "../info.ts";
import { RecallCurve } from "../recall/curve.tsx";
import { recallText, USUAL_RECALL } from "../recall/scale.ts";
import type { RecallTable } from "../recall/tables.ts";

/** The k that is shown first, if it was measured. */
const USUAL_K = 10;

export function MeasuredRecall({ info }: { info: Info }) {
  const vectors = [...vectorsOf(info).keys()];
  return (
    <section class="card" aria-label="Recall by ef">
      <div class="stack tight">
        <h2>Recall by ef</h2>
        <p class="small muted">
          The measured recall of searches, and how many vectors they compare. Searches with a target recall
          use the smallest ef that reaches it.
        </p>
      </div>
      {vectors.map((vector) => (
        <OfVector key={vector} info={info} vector={vector} />
      ))}
    </section>
  );
}

function OfVector({ info, vector }: { info: Info; vector: string }) {
  const tables = recallTablesOf(info, vector);
  const set = recallSetFor(info, vector);
  const asked = set ?? USUAL_RECALL;
  return (
    <div class="stack recall-vector">
      <div class="row spread">
        <h3>{vector ? <code>{vector}</code> : "The vector"}</h3>
        <span class="small muted">
          {set === null
            ? `No recall is set; the line is at ${recallText(asked)}`
            : `Searches ask for ${recallText(set)}`}
        </span>
      </div>
      {tables.length === 0 ? (
        <p class="muted">{absenceText(info)}</p>
      ) : (
        <RecallCurve
          key={tables.map(({ measured }) => measured).join()}
          about={vector || "The vector"}
          tables={tables}
          asked={asked}
          first={{ table: largest(tables), k: USUAL_K, share: 1 }}
        />
      )}
    </div>
  );
}

function absenceText({ indexed_vectors_count }: Info): string {
  if (indexed_vectors_count === 0) return "Not measured: there is no graph, and searches use an exact scan.";
  return "Not measured yet. A graph is measured in the background once it is complete, if it is not small.";
}

function largest(tables: readonly RecallTable[]): RecallTable {
  return tables.reduce((most, table) => (table.points > most.points ? table : most));
}
