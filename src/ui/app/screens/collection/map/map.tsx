// A collection as a map: PCA at once, then untangled by the neighbours that its own graph knows.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useResource } from "../../../api/resource.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { keepInAddress, linkTo, route } from "../../../shell/route.ts";
import { vectorsOf } from "../info.ts";
import type { SideProps } from "../tabs.ts";
import { loadFields, loadProjection } from "./load.ts";
import { Picture } from "./picture.tsx";
import { areOfSamePoints } from "./projection.ts";
import { askedIn } from "./subject.ts";
import { SubjectBar } from "./toolbar.tsx";

export function Map2d({ name, info, onChange }: SideProps) {
  const { query } = route.value;
  const asked = askedIn(query, info);
  const { vector, limit, filter, filterText, field, problem } = asked;
  const subject = useMemo(
    () => ({ collection: name, vector, filter, limit }),
    [name, vector, filterText, limit],
  );
  const [wantsNeighbours, setWantsNeighbours] = useState(false);
  useEffect(() => setWantsNeighbours(false), [subject]);
  const map = useResource((signal) => loadProjection(subject, {}, signal), [subject]);
  const near = useResource(
    async (signal) => (wantsNeighbours ? loadProjection(subject, { neighbors: NEIGHBOURS }, signal) : null),
    [subject, wantsNeighbours],
  );
  const values = useResource(
    async (signal) =>
      field === "" ? null : { of: field, ...(await loadProjection(subject, { with_values: field }, signal)) },
    [subject, field],
  );
  const fields = useResource((signal) => loadFields(name, signal), [name]);
  const change = (changed: Readonly<Record<string, string>>): void => {
    const next = { ...Object.fromEntries(query), ...changed };
    const kept = Object.entries(next).filter(([, value]) => value !== "");
    keepInAddress(["collections", name, "map"], Object.fromEntries(kept));
  };
  const { value: first } = map;
  // Somebody may have written in between: then the later answer counts.
  const isOther = near.value && first && !areOfSamePoints(near.value, first);
  const projection = isOther ? near.value! : first;
  return (
    <div class="map">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div class="row spread">
        <SubjectBar
          vectors={[...vectorsOf(info).keys()]}
          vector={vector}
          limit={limit}
          fields={fieldsOf(fields.value, Object.keys(info.payload_schema))}
          field={field}
          onChange={change}
        />
        {filterText !== "" && (
          <span class="chip map-filter">
            <Icon name="filter" />
            <a href={linkTo(["collections", name, "points"], { filter: filterText })} class="mono">
              {filterText}
            </a>
            <button
              type="button"
              class="quiet"
              aria-label="Remove the filter"
              onClick={() => change({ filter: "" })}
            >
              <Icon name="close" />
            </button>
          </span>
        )}
      </div>
      <Failed error={map.error} onRetry={map.reload} />
      <Failed error={near.error} onRetry={near.reload} />
      <Failed error={values.error} onRetry={values.reload} />
      {projection?.count === 0 ? (
        <NoPoints name={name} isFiltered={filterText !== ""} />
      ) : (
        !map.error && (
          <Picture
            subject={subject}
            info={info}
            projection={projection}
            near={near.value ?? null}
            isLoadingNear={wantsNeighbours && near.loading}
            field={field}
            values={values.value ?? null}
            onUntangle={() => setWantsNeighbours(true)}
            onChange={onChange}
          />
        )
      )}
    </div>
  );
}

const NEIGHBOURS = 15;

/** Those with an index first: they are what is asked for. */
function fieldsOf(seen: readonly string[] | undefined, indexed: readonly string[]): readonly string[] {
  return [...new Set([...indexed, ...(seen ?? [])])];
}

function NoPoints({ name, isFiltered }: { name: string; isFiltered: boolean }) {
  return (
    <div class="card empty">
      <Icon name="map" />
      {isFiltered ? (
        <p>No point matches the filter.</p>
      ) : (
        <>
          <p>There are no points to draw yet.</p>
          <a class="button primary" href={linkTo(["collections", name, "transfer"])}>
            Import points
          </a>
        </>
      )}
    </div>
  );
}
