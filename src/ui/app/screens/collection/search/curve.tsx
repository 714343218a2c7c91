// "Measure": a chart of recall and time against ef for the current search, compared with its exact result.
// The decision: each value is measured several times and the median is used, because a single response may have waited
// for other work.
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { milliseconds, percent } from "../../../kit/format.ts";
import { Failed } from "../../../kit/notice.tsx";
import { Table } from "../../../kit/table.tsx";
import { linkTo } from "../../../shell/route.ts";
import { Key, RecallChart } from "../recall/chart.tsx";
import { search, searchExactly } from "./answer.ts";
import type { Answered } from "./answered.ts";
import type { Body } from "./body.ts";
import { recallOf } from "./recall.ts";

const EFFORTS = [16, 32, 64, 128, 256, 512] as const;
const TIMES = 5;

interface Measured {
  readonly ef: number;
  /** The share of the exact result. */
  readonly recall: number;
  /** The median of the times on the server. */
  readonly ms: number;
}

export function Curve({ shown: { name, body, state } }: { shown: Answered }) {
  const { done, error, busy, start } = useMeasuring(name, body);
  return (
    <Card
      title="Recall curve of this search"
      aside={
        <Button
          onClick={start}
          disabled={busy}
          text={
            busy ? `Measuring ${Math.min(done.length + 1, EFFORTS.length)} of ${EFFORTS.length}` : "Measure"
          }
        />
      }
    >
      <p class="small muted">
        Six values of the search effort (ef), each compared with an exact scan. The mean over many searches is
        on the <a href={linkTo(["collections", name, "indexes"])}>Indexes</a> tab
      </p>
      <Failed error={error} />
      {done.length > 0 && (
        <div class="search-curve">
          <RecallChart
            walks={done.map(({ ef, recall, ms }) => ({ ef, recall, low: recall, compared: ms }))}
            asked={null}
            ef={null}
            costText={milliseconds}
          />
          <Table
            class="dense"
            rows={done}
            columns={[
              { head: "ef", isNumber: true, cell: ({ ef }) => ef },
              {
                head: <Key of="recall" name="Recall" />,
                isNumber: true,
                cell: ({ recall }) => percent(recall),
              },
              { head: <Key of="time" name="Time" />, isNumber: true, cell: ({ ms }) => milliseconds(ms) },
              {
                head: "Use it",
                isHidden: true,
                cell: ({ ef }) => (
                  <Button
                    class="inline"
                    onClick={() => state.run({ ef: String(ef), fixed: true, exact: false })}
                  >
                    Use<span class="visually-hidden"> ef {ef}</span>
                  </Button>
                ),
              },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

function useMeasuring(name: string, body: Body) {
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
  return { done, error, busy, start };
}

/** Compares each ef with the exact result. @param onStep is called with all results so far */
async function measure(
  collection: string,
  body: Body,
  { signal, onStep }: { signal: AbortSignal; onStep: (done: readonly Measured[]) => void },
): Promise<void> {
  const truth = (await searchExactly(collection, body, signal)).points;
  const done: Measured[] = [];
  for (const ef of EFFORTS) {
    const times: number[] = [];
    let recall = 1;
    for (let i = 0; i < TIMES; i++) {
      const answer = await search(collection, { ...body, params: { hnsw_ef: ef } }, { signal });
      const { found, of } = recallOf(answer.points, truth);
      recall = of === 0 ? 1 : found / of;
      times.push(answer.serverMs);
    }
    times.sort((a, b) => a - b);
    done.push({ ef, recall, ms: times[TIMES >> 1]! });
    onStep([...done]);
  }
}
