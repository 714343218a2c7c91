// The metrics screen: live charts of the server's own metrics. No other software is needed.
import { useMemo, useState } from "preact/hooks";
import { Icon } from "../../kit/icon.tsx";
import { Failed } from "../../kit/notice.tsx";
import { Segmented } from "../../kit/segmented.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { Chart } from "./chart.tsx";
import { CHARTS } from "./charts.ts";
import { lastSeconds, type Reading } from "./history.ts";
import { EVERY_MS, useReadings } from "./readings.ts";

const SPANS = [
  { id: "60", name: "1 min" },
  { id: "300", name: "5 min" },
  { id: "600", name: "10 min" },
] as const;
type Span = (typeof SPANS)[number]["id"];

export function Metrics() {
  const [span, setSpan] = useState<Span>("60");
  const { history, error, reload } = useReadings();
  const [paused, setPaused] = useState<readonly Reading[]>();
  const shown = paused ?? history;
  const inView = useMemo(() => lastSeconds(shown, Number(span)), [shown, span]);
  const charts = CHARTS.map((kind) => ({ kind, series: kind.read(inView) }));
  const empty = charts.filter(({ series }) => series.lines.length === 0).map(({ kind }) => kind.title);
  return (
    <>
      <div class="page-head">
        <h1>Metrics</h1>
        <div class="row">
          <Segmented<Span> label="Time range" choices={SPANS} current={span} onChange={setSpan} />
          <button
            type="button"
            aria-pressed={paused !== undefined}
            onClick={() => setPaused(paused === undefined ? history : undefined)}
          >
            <Icon name={paused ? "play" : "pause"} /> {paused ? "Resume" : "Pause"}
          </button>
        </div>
      </div>
      <Failed error={error} onRetry={reload} />
      {inView.length > 1 ? (
        <>
          <div class="metrics-grid">
            {charts
              .filter(({ series }) => series.lines.length > 0)
              .map(({ kind, series }) => (
                <Chart key={kind.title} kind={kind} series={series} span={Number(span)} />
              ))}
          </div>
          {empty.length > 0 && <p class="small muted">No data in this time: {empty.join(", ")}.</p>}
        </>
      ) : (
        !error && <Skeleton />
      )}
      <p class="small muted">
        Read from <code>/metrics</code> every {EVERY_MS / 1000} s while this page is open, and kept in this
        tab for 10 minutes. Console traffic excluded.
      </p>
    </>
  );
}
