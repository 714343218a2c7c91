// The map tab: the points as placed by PCA, then by UMAP of the neighbours in the HNSW graph.
import { useMemo } from "preact/hooks";
import { useResource } from "../../../api/resource.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { keepInAddress, linkTo, route } from "../../../shell/route.ts";
import { vectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { loadFields } from "./load.ts";
import { Picture } from "./picture.tsx";
import { askedIn } from "./subject.ts";
import { SubjectBar } from "./toolbar.tsx";
import { useAnswers } from "./use-answers.ts";

export function Map2d({ name, info, onChange }: TabProps) {
  const { query } = route.value;
  const asked = askedIn(query, info);
  const { vector, limit, filter, filterText, problem } = asked;
  const subject = useMemo(
    () => ({ collection: name, vector, filter, limit }),
    [name, vector, filterText, limit],
  );
  const fields = useResource((signal) => loadFields(name, signal), [name]);
  const field = asked.field ?? fields.value?.best ?? "";
  const { projection, local, values, isLoadingLocal, startUmap, failures } = useAnswers(subject, field);
  const change = (changed: Readonly<Record<string, string>>): void => {
    const next = { ...Object.fromEntries(query), ...changed };
    // No field is a choice; without one in the address, the best is taken.
    const kept = Object.entries(next).filter(([key, value]) => value !== "" || key === "field");
    keepInAddress(["collections", name, "map"], Object.fromEntries(kept));
  };
  const toolbar = (
    <>
      <SubjectBar
        vectors={[...vectorsOf(info).keys()]}
        vector={vector}
        limit={limit}
        fields={fieldsOf(fields.value?.paths, Object.keys(info.payload_schema))}
        field={field}
        onChange={change}
      />
      {filterText !== "" && (
        <FilterChip name={name} text={filterText} onRemove={() => change({ filter: "" })} />
      )}
    </>
  );
  const isDrawn = projection?.count !== 0 && !failures[0]?.error;
  return (
    <div class="map">
      {problem && <Notice kind="danger">{problem}</Notice>}
      {values?.values?.every((value) => value === null) && (
        <Notice kind="warning">
          No point of this map has a value in <code>{field}</code>. Choose another field in “Colour by”.
        </Notice>
      )}
      {!isDrawn && <div class="row">{toolbar}</div>}
      {failures.map((failure, i) => (
        <Failed key={i} error={failure.error} onRetry={failure.reload} />
      ))}
      {projection?.count === 0 && <NoPoints name={name} isFiltered={filterText !== ""} />}
      {isDrawn && (
        <Picture
          {...{
            subject,
            info,
            toolbar,
            projection,
            local,
            isLoadingLocal,
            field,
            values,
            startUmap,
            onChange,
          }}
        />
      )}
    </div>
  );
}

/** Returns the fields, those with an index first. */
function fieldsOf(loaded: readonly string[] | undefined, indexed: readonly string[]): readonly string[] {
  return [...new Set([...indexed, ...(loaded ?? [])])];
}

function FilterChip({ name, text, onRemove }: { name: string; text: string; onRemove(): void }) {
  return (
    <span class="chip map-filter">
      <Icon name="filter" />
      <a href={linkTo(["collections", name, "points"], { filter: text })} class="mono">
        {text}
      </a>
      <button type="button" class="quiet" aria-label="Remove the filter" onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
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
