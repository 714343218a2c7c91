// The metrics screen: live charts of the server's own metrics. No other software is needed.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Failure, send } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { Icon } from "../../kit/icon.tsx";
import { Failed } from "../../kit/notice.tsx";
import { Segmented } from "../../kit/segmented.tsx";
import { Chart } from "./chart.tsx";
import { CHARTS } from "./charts.ts";
import { parseExposition } from "./exposition.ts";
import { append, lastSeconds, type Reading } from "./history.ts";

const EVERY_MS = 2_000;
const SPANS = [
  { id: "60", name: "1 min" },
  { id: "300", name: "5 min" },
  { id: "600", name: "10 min" },
] as const;
type Span = (typeof SPANS)[number]["id"];

export function Metrics() {
  const [span, setSpan] = useState<Span>("60");
  const { history, error, reload } = useHistory();
  const [paused, setPaused] = useState<readonly Reading[]>();
  const shown = paused ?? history;
  const inView = useMemo(() => lastSeconds(shown, Number(span)), [shown, span]);
  return (
    <>
      <div class="page-head">
        <h1>Metrics</h1>
        <div class="row">
          <Segmented<Span> label="Time in view" choices={SPANS} current={span} onChange={setSpan} />
          <button
            type="button"
            aria-pressed={paused !== undefined}
            onClick={() => setPaused(paused === undefined ? history : undefined)}
          >
            <Icon name={paused ? "play" : "pause"} /> {paused ? "Go on" : "Pause"}
          </button>
        </div>
      </div>
      <Failed error={error} onRetry={reload} />
      {shown.length > 1 ? (
        <div class="metrics-grid">
          {CHARTS.map((kind) => (
            <Chart key={kind.title} kind={kind} series={kind.read(inView)} span={Number(span)} />
          ))}
        </div>
      ) : (
        !error && <p class="muted">The first figures are there in a moment: rates need two readings.</p>
      )}
      <p class="small muted">
        Read from <code>/metrics</code> every {EVERY_MS / 1000} s while this page is open, and kept in its
        memory for 10 minutes. Questions of this console are left out.
      </p>
    </>
  );
}

/** Reads the metrics regularly, also while the charts are paused. */
function useHistory(): { history: readonly Reading[]; error: Error | undefined; reload(): void } {
  const [history, setHistory] = useState<readonly Reading[]>([]);
  const reading = useResource(read, [], EVERY_MS);
  const last = useRef<Reading | undefined>(undefined);
  useEffect(() => {
    const { value } = reading;
    if (value === undefined || value === last.current) return;
    last.current = value;
    setHistory((before) => append(before, value));
  }, [reading.value]);
  return { history, error: reading.error, reload: reading.reload };
}

async function read(signal: AbortSignal): Promise<Reading> {
  const reply = await send("GET", "/metrics", { signal });
  if (!reply.ok)
    throw new Failure(reply.status, `The server does not tell its figures: ${reply.text.slice(0, 200)}`);
  return { at: Date.now() / 1000, figures: parseExposition(reply.text) };
}
