// The graph tab: the neighbourhood of a point in the HNSW graph, and the walk of one query.
import { useState } from "preact/hooks";
import { Notice } from "../../../kit/notice.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { linkTo } from "../../../shell/route.ts";
import { type Info, vectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { Neighbourhood } from "./neighbourhood.tsx";
import { WalkOfQuery } from "./walk.tsx";

const VIEWS = [
  { id: "around", name: "Around a point" },
  { id: "walk", name: "Walk of a query" },
] as const;
type View = (typeof VIEWS)[number]["id"];

export function Graph({ name, info }: TabProps) {
  const [view, setView] = useState<View>("around");
  const vectors = [...vectorsOf(info).keys()];
  const [chosen, setVector] = useState(vectors[0] ?? "");
  const vector = vectors.includes(chosen) ? chosen : (vectors[0] ?? "");
  if (info.points_count === 0) return <NoPoints name={name} />;
  return (
    <div class="graph">
      <div class="row">
        <Segmented<View> label="What to look at" choices={VIEWS} current={view} onChange={setView} />
        {vectors.length > 1 && (
          <label class="graph-choice">
            <span>Vector</span>
            <select value={vector} onChange={(event) => setVector(event.currentTarget.value)}>
              {vectors.map((field) => (
                <option key={field} value={field}>
                  {field || "unnamed"}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {info.indexed_vectors_count === 0 && <NotIndexed name={name} info={info} />}
      {view === "around" ? (
        <Neighbourhood key={vector} name={name} vector={vector} info={info} />
      ) : (
        <WalkOfQuery key={vector} name={name} vector={vector} info={info} />
      )}
    </div>
  );
}

function NotIndexed({ name, info }: { name: string; info: Info }) {
  const threshold = info.config.hnsw_config.full_scan_threshold;
  return (
    <Notice kind="info">
      This collection has no graph yet. Segments below the threshold of {String(threshold)} KB are searched by
      comparing every vector: that is exact, and quick enough. Add points, or lower{" "}
      <code>full_scan_threshold</code> in the <a href={linkTo(["collections", name, "config"])}>config</a>, to
      have one built.
    </Notice>
  );
}

function NoPoints({ name }: { name: string }) {
  return (
    <div class="card empty">
      <p>A graph needs points.</p>
      <a class="button primary" href={linkTo(["collections", name, "transfer"])}>
        Import points
      </a>
    </div>
  );
}
