// The map tab: the points as placed by PCA, then by UMAP of the neighbours in the HNSW graph.
// The decision: what is drawn is in the address. No field is a choice, too; where the address does not say, the best
// field is taken.
import { useMemo, useState } from "preact/hooks";
import { parseJson } from "../../../api/json.ts";
import { useResource } from "../../../api/resource.ts";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { keepInAddress, linkTo, route } from "../../../shell/route.ts";
import { vectorsOf } from "../info.ts";
import { NoPoints } from "../no-points.tsx";
import type { TabProps } from "../tabs.ts";
import { loadFields } from "./load.ts";
import { Picture } from "./picture.tsx";
import { Side } from "./side.tsx";
import { SubjectBar, ViewBar } from "./toolbar.tsx";
import { useMap } from "./use-map.ts";
import { Words } from "./words.tsx";

const DEFAULT_LIMIT = 50_000;
const MAX_POINTS = 200_000;

export function Map2d({ name, info, onChange }: TabProps) {
  const { query } = route.value;
  const vectors = [...vectorsOf(info).keys()];
  const vector = vectors.find((known) => known === query.get("vector")) ?? vectors[0] ?? "";
  const limit = limitIn(query.get("limit"));
  const filterText = query.get("filter") ?? "";
  const { filter, problem } = useMemo(() => readFilter(filterText), [filterText]);
  const subject = useMemo(() => ({ collection: name, vector, filter, limit }), [name, vector, filter, limit]);
  const fields = useResource((signal) => loadFields(name, signal), [name]);
  const field = query.get("field") ?? fields.value?.best ?? "";
  const map = useMap(subject, field);
  const [isFull, setFull] = useState(false);
  const { projection, failures, colours } = map;
  const change = (changed: Readonly<Record<string, string>>): void => {
    const next = Object.entries({ ...Object.fromEntries(query), ...changed });
    const kept = next.filter(([key, value]) => value !== "" || key === "field");
    keepInAddress(["collections", name, "map"], Object.fromEntries(kept));
  };
  const isDrawn = projection?.count !== 0 && !failures[0]?.error;
  return (
    <div class="stack map">
      {problem && <Notice kind="danger">{problem}</Notice>}
      {colours.values?.every((value) => value === null) && (
        <Notice kind="warning">
          No point of this map has a value in <code>{field}</code>. Choose another field in “Colour by”.
        </Notice>
      )}
      <div class="row">
        <SubjectBar
          {...{ vectors, vector, limit, field }}
          fields={[...new Set([...Object.keys(info.payload_schema), ...(fields.value?.paths ?? [])])]}
          onChange={change}
        />
        {filterText !== "" && (
          <FilterChip name={name} text={filterText} onRemove={() => change({ filter: "" })} />
        )}
        {isDrawn && <ViewBar map={map} />}
      </div>
      {failures.map((failure, i) => (
        <Failed key={i} error={failure.error} onRetry={failure.reload} />
      ))}
      {projection?.count === 0 &&
        (filterText === "" ? (
          <NoPoints name={name} icon="map">
            There are no points to draw yet.
          </NoPoints>
        ) : (
          <p class="card muted">No point matches the filter.</p>
        ))}
      {isDrawn && (
        <>
          <div class={isFull ? "map-body full" : "map-body"}>
            <Picture map={map} isFull={isFull} onFull={setFull} />
            <Side map={map} info={info} onChange={onChange} />
          </div>
          <Words map={map} />
        </>
      )}
    </div>
  );
}

function limitIn(text: string | null): number {
  const limit = Number(text);
  return Number.isInteger(limit) && limit >= 1 && limit <= MAX_POINTS ? limit : DEFAULT_LIMIT;
}

function readFilter(text: string): { readonly filter?: unknown; readonly problem?: string } {
  try {
    return text === "" ? {} : { filter: parseJson(text) };
  } catch {
    return { problem: `The filter in the address is no JSON: ${text}` };
  }
}

function FilterChip({ name, text, onRemove }: { name: string; text: string; onRemove(): void }) {
  return (
    <span class="chip map-filter">
      <Icon name="filter" />
      <a href={linkTo(["collections", name, "points"], { filter: text })} class="mono truncate">
        {text}
      </a>
      <Button class="quiet slim" icon="close" aria-label="Remove the filter" onClick={onRemove} />
    </span>
  );
}
