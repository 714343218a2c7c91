// The metrics screen: charts of the last hour, and the slow requests. No other software is needed.
import { useMemo, useRef, useState } from "preact/hooks";
import { useResource } from "../../api/resource.ts";
import { Button } from "../../kit/button.tsx";
import { Failed } from "../../kit/notice.tsx";
import { Segmented } from "../../kit/segmented.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { Chart } from "./chart.tsx";
import { CHARTS } from "./charts.ts";
import { type History, lastSeconds, loadAfter, NO_HISTORY } from "./history.ts";
import { SlowRequests } from "./slow-requests.tsx";

const EVERY_MS = 2_000;
const SPANS = [
  { id: "300", name: "5 min" },
  { id: "900", name: "15 min" },
  { id: "3600", name: "1 hour" },
] as const;
type Span = (typeof SPANS)[number]["id"];

export function Metrics() {
  const [span, setSpan] = useState<Span>("300");
  const { value: history, error, reload } = useHistory();
  const [paused, setPaused] = useState<History>();
  const shown = paused ?? history ?? NO_HISTORY;
  const charts = useMemo(() => {
    const inView = lastSeconds(shown, Number(span));
    const all = CHARTS.map((kind) => ({ kind, series: kind.read(inView) }));
    return all.filter(({ series }) => series.lines.length > 0);
  }, [shown, span]);
  return (
    <>
      <div class="page-head">
        <h1>Metrics</h1>
        <div class="row">
          <Segmented<Span> label="Time range" choices={SPANS} current={span} onChange={setSpan} />
          <Button
            icon={paused ? "play" : "pause"}
            aria-pressed={paused !== undefined}
            onClick={() => setPaused(paused === undefined ? shown : undefined)}
            text={paused ? "Resume" : "Pause"}
          />
        </div>
      </div>
      <Failed error={error} onRetry={reload} />
      {charts.length > 0 ? (
        <div class="metrics-grid">
          {charts.map(({ kind, series }) => (
            <Chart key={kind.title} kind={kind} series={series} span={Number(span)} />
          ))}
        </div>
      ) : (
        !error && <Skeleton />
      )}
      <SlowRequests />
      <p class="small muted">
        The server keeps the last hour, sampled every {EVERY_MS / 1000} s. Requests for these figures are
        excluded, and charts without data are hidden. <code>/metrics</code> has all metrics for Prometheus.
      </p>
    </>
  );
}

/** Loads the history, and regularly what is new, also while the charts are paused. */
function useHistory() {
  const known = useRef<History>(NO_HISTORY);
  return useResource(
    async (signal) => {
      known.current = await loadAfter(known.current, signal);
      return known.current;
    },
    [],
    EVERY_MS,
  );
}
