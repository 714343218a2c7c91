// "Measure": a chart of recall and time against ef for the current search.
import { useEffect, useRef, useState } from "preact/hooks";
import { milliseconds, percent } from "../../../kit/format.ts";
import { Failed } from "../../../kit/notice.tsx";
import { linkTo } from "../../../shell/route.ts";
import { RecallChart } from "../recall/chart.tsx";
import type { Body } from "./body.ts";
import { EFFORTS, type Measured, measure } from "./measure.ts";

interface Props {
  readonly name: string;
  readonly body: Body;
  onPick(ef: string): void;
}

export function Curve({ name, body, onPick }: Props) {
  const [done, setDone] = useState<readonly Measured[]>([]);
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (): void => {
    const abort = new AbortController();
    running.current = abort;
    const { signal } = abort;
    setBusy(true);
    setError(undefined);
    measure(name, body, { signal, onStep: setDone })
      .catch((failure: Error) => signal.aborted || setError(failure))
      .finally(() => signal.aborted || setBusy(false));
  };
  return (
    <section class="card" aria-label="Recall curve of this search">
      <div class="row spread">
        <div class="stack tight">
          <h2>Recall curve of this search</h2>
          <span class="small muted">
            Six values of the search effort (ef), each compared with an exact scan. The mean over many
            searches is on the <a href={linkTo(["collections", name, "indexes"])}>Indexes</a> tab
          </span>
        </div>
        <button type="button" onClick={start} disabled={busy}>
          {busy ? `Measuring ${Math.min(done.length + 1, EFFORTS.length)} of ${EFFORTS.length}` : "Measure"}
        </button>
      </div>
      <Failed error={error} />
      {done.length > 0 && (
        <div class="search-curve">
          <RecallChart
            walks={done.map(({ ef, recall, ms }) => ({ ef, recall, low: recall, compared: ms }))}
            asked={null}
            ef={null}
            costText={milliseconds}
          />
          <Figures done={done} onPick={onPick} />
        </div>
      )}
    </section>
  );
}

function Figures({ done, onPick }: { done: readonly Measured[]; onPick: Props["onPick"] }) {
  return (
    <table class="search-figures">
      <thead>
        <tr>
          <th class="number">ef</th>
          <th class="number">
            <span class="search-key recall" /> Recall
          </th>
          <th class="number">
            <span class="search-key time" /> Time
          </th>
          <th>
            <span class="visually-hidden">Use it</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {done.map(({ ef, recall, ms }) => (
          <tr key={ef}>
            <td class="number">{ef}</td>
            <td class="number">{percent(recall)}</td>
            <td class="number">{milliseconds(ms)}</td>
            <td>
              <button type="button" class="inline" onClick={() => onPick(String(ef))}>
                Use<span class="visually-hidden"> ef {ef}</span>
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
