// The graph tab: the neighbourhood of a point in the HNSW graph, and the trace of one query.
// The decision: all of it is in the address, so that a search links to its own trace.
import { ask } from "../../../api/request.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { Choice } from "../../../kit/inputs.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { keepInAddress, pushAddress, route } from "../../../shell/route.ts";
import { type Info, pathOf, vectorsOf } from "../info.ts";
import { NoPoints } from "../no-points.tsx";
import type { TabProps } from "../tabs.ts";
import { Neighbourhood } from "./neighbourhood.tsx";
import { Trace } from "./trace.tsx";
import type { ViewProps } from "./view.ts";

const VIEWS = [
  { id: "around", name: "Neighbours of a point" },
  { id: "trace", name: "Query trace" },
] as const;
type View = (typeof VIEWS)[number]["id"];

export function Graph({ name, info, onChange }: TabProps) {
  const asked = route.value.query;
  const view: View = asked.get("view") === "trace" ? "trace" : "around";
  const vectors = [...vectorsOf(info).keys()];
  const chosen = asked.get("vector") ?? "";
  const vector = vectors.includes(chosen) ? chosen : (vectors[0] ?? "");
  const go: ViewProps["go"] = (change, isStep = true) => {
    const put = isStep ? pushAddress : keepInAddress;
    put(["collections", name, "graph"], { ...Object.fromEntries(route.value.query), ...change });
  };
  if (info.points_count === 0)
    return (
      <NoPoints name={name} icon="graph">
        A graph needs points.
      </NoPoints>
    );
  const props = { name, vector, info, asked, go };
  return (
    <div class="stack">
      <div class="row">
        <Segmented<View>
          label="View"
          choices={VIEWS}
          current={view}
          onChange={(next) => go({ view: next })}
        />
        {vectors.length > 1 && (
          <Choice
            label="Vector"
            choices={Object.fromEntries(vectors.map((field) => [field, field || "unnamed"]))}
            value={vector}
            onChange={(next) => go({ vector: next })}
          />
        )}
      </div>
      {info.indexed_vectors_count === 0 && <NotIndexed name={name} info={info} onBuilt={onChange} />}
      {view === "around" ? <Neighbourhood key={vector} {...props} /> : <Trace key={vector} {...props} />}
    </div>
  );
}

/** The least threshold of the server. */
const LOWEST_THRESHOLD_KB = 10;
const BYTES_PER_NUMBER = 4;
const KB = 1024;

function NotIndexed({ name, info, onBuilt }: { name: string; info: Info; onBuilt(): void }) {
  const threshold = Number(info.config.hnsw_config.full_scan_threshold);
  const sizes = Array.from(vectorsOf(info).values(), ({ size }) => size * info.points_count);
  const sizeKb = (Math.max(0, ...sizes) * BYTES_PER_NUMBER) / KB;
  const isBuilt = sizeKb > threshold;
  const isLarge = sizeKb > LOWEST_THRESHOLD_KB;
  const { busy, error, run } = useAction(async () => {
    const body = { hnsw_config: { full_scan_threshold: LOWEST_THRESHOLD_KB } };
    await ask("PATCH", pathOf(name), { body });
    onBuilt();
  });
  return (
    <>
      <Notice kind="info">
        {isBuilt
          ? "The graph is being built."
          : `This collection has no graph yet: an exact scan of less than ${threshold.toLocaleString("en")} KB of vectors is fast.`}{" "}
        {isLarge && !isBuilt && (
          <Button
            class="inline"
            disabled={busy}
            onClick={() => run()}
            needs="write"
            text="Build the graph now"
          />
        )}
        {!isLarge && `From ${LOWEST_THRESHOLD_KB} KB on, a graph can be built.`}
      </Notice>
      <Failed error={error} />
    </>
  );
}
