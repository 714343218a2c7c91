// "Measure ef": a chart of recall and time against ef for the current search.
import { useEffect, useRef, useState } from "preact/hooks";
import { milliseconds, percent } from "../../../kit/format.ts";
import { Failed } from "../../../kit/notice.tsx";
import type { Body } from "./body.ts";
import { type Measured, measure, WIDTHS } from "./measure.ts";

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
    <section class="card" aria-label="This search by ef">
      <div class="row spread">
        <div class="stack tight">
          <h2>This search by ef</h2>
          <span class="small muted">
            With six fixed ef, against its exact result. What is expected of a recall is the mean of many
            searches; this one may find more or less
          </span>
        </div>
        <button type="button" onClick={start} disabled={busy}>
          {busy ? `Measuring ${Math.min(done.length + 1, WIDTHS.length)} of ${WIDTHS.length}` : "Measure ef"}
        </button>
      </div>
      <Failed error={error} />
      {done.length > 0 && (
        <div class="search-curve">
          <Chart done={done} />
          <Figures done={done} onPick={onPick} />
        </div>
      )}
    </section>
  );
}

const WIDE = 360;
const HIGH = 190;
const LEFT = 44;
const RIGHT = 48;
const TOP = 14;
const BOTTOM = 26;

/** Draws recall as a line on the left scale, and time as bars on the right one. */
function Chart({ done }: { done: readonly Measured[] }) {
  const step = (WIDE - LEFT - RIGHT) / WIDTHS.length;
  const high = HIGH - TOP - BOTTOM;
  const slowest = Math.max(...done.map(({ ms }) => ms));
  const least = Math.max(0, Math.floor(Math.min(...done.map(({ recall }) => recall)) * 10 - 1) / 10);
  const x = (index: number): number => LEFT + step * (index + 0.5);
  const y = (recall: number): number => TOP + high * (1 - (recall - least) / (1 - least));
  const points = done.map(({ recall }, index) => `${x(index)},${y(recall)}`).join(" ");
  return (
    <svg class="search-chart" viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
      <line class="axis" x1={LEFT} x2={WIDE - RIGHT} y1={TOP} y2={TOP} />
      <line class="axis" x1={LEFT} x2={WIDE - RIGHT} y1={TOP + high} y2={TOP + high} />
      {done.map(({ ef, ms }, index) => (
        <rect
          key={ef}
          class="time"
          x={x(index) - step * 0.28}
          width={step * 0.56}
          y={TOP + high * (1 - (ms / slowest) * 0.9)}
          height={high * (ms / slowest) * 0.9}
        />
      ))}
      <polyline class="recall" points={points} />
      {done.map(({ ef, recall }, index) => (
        <circle key={ef} class="recall" cx={x(index)} cy={y(recall)} r={3.5} />
      ))}
      {WIDTHS.map((ef, index) => (
        <text key={ef} x={x(index)} y={HIGH - 8} text-anchor="middle">
          {ef}
        </text>
      ))}
      <text class="recall" x={LEFT - 6} y={TOP + 4} text-anchor="end">
        100 %
      </text>
      <text class="recall" x={LEFT - 6} y={TOP + high + 4} text-anchor="end">
        {percent(least)}
      </text>
      <text x={WIDE - RIGHT + 6} y={TOP + high * 0.1 + 4}>
        {milliseconds(slowest)}
      </text>
    </svg>
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
            <span class="visually-hidden">Take it</span>
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
