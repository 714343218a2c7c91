// The indexes tab: payload indexes and HNSW graphs.
import { useState } from "preact/hooks";
import { COUNTED_TYPES } from "../../../../../shared/payload-indexes.ts";
import { ask } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { Card } from "../../../kit/card.tsx";
import { count, percent } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { Scroll } from "../../../kit/scroll.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import { linkTo } from "../../../shell/route.ts";
import { type FieldIndex, pathOf, vectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { CreateIndex } from "./create-index.tsx";
import { MeasuredRecall } from "./measured-recall.tsx";
import { wordsOfParams } from "./options.ts";
import { VectorIndex } from "./vector-index.tsx";

export function Indexes({ name, info, onChange }: TabProps) {
  const [isCreating, setCreating] = useState(false);
  const fields = Object.entries(info.payload_schema);
  const drop = async (field: string, { data_type, params }: FieldIndex): Promise<void> => {
    await ask("DELETE", pathOf(name, `/index/${encodeURIComponent(field)}?wait=true`));
    onChange();
    tell(`Index of ${field} dropped`, async () => {
      const body = { field_name: field, field_schema: params ?? data_type };
      await ask("PUT", pathOf(name, "/index?wait=true"), { body });
      onChange();
    });
  };
  return (
    <div class="stack indexes">
      <Card
        title="Payload indexes"
        flush
        aside={
          <PermittedButton class="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" /> Create index
          </PermittedButton>
        }
      >
        {fields.length === 0 ? (
          <div class="empty">
            <p>No payload field has an index. Filters work without one, but are slower.</p>
            <PermittedButton onClick={() => setCreating(true)}>Index a field</PermittedButton>
          </div>
        ) : (
          <Scroll label="Indexes of payload fields">
            <table>
              <Head />
              <tbody>
                {fields.map(([field, index]) => (
                  <IndexRow
                    key={field}
                    collection={name}
                    field={field}
                    index={index}
                    total={info.points_count}
                    onDrop={() => drop(field, index).catch(tellFailure)}
                  />
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Card>
      <VectorIndex name={name} info={info} onChange={onChange} />
      {vectorsOf(info).size > 0 && <MeasuredRecall info={info} />}
      {isCreating && (
        <CreateIndex
          collection={name}
          taken={fields.map(([field]) => field)}
          onClose={() => setCreating(false)}
          onDone={(field) => {
            setCreating(false);
            onChange();
            tell(`Index of ${field} created`);
          }}
        />
      )}
    </div>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th>Field</th>
        <th>Type</th>
        <th>Options</th>
        <th class="number">Points with a value</th>
        <th>
          <span class="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly collection: string;
  readonly field: string;
  readonly index: FieldIndex;
  readonly total: number;
  onDrop(): void;
}

function IndexRow({ collection, field, index, total, onDrop }: RowProps) {
  const canCount = COUNTED_TYPES.includes(index.data_type);
  const [isShown, setShown] = useState(false);
  return (
    <>
      <tr>
        <td>
          <code class="break">{field}</code>
        </td>
        <td>
          <span class="badge">{index.data_type}</span>
        </td>
        <td class="small muted break">{wordsOfParams(index.params)}</td>
        <td class="number">
          {count(index.points)}
          <span class="small muted"> {total > 0 && percent(index.points / total)}</span>
        </td>
        <td>
          <div class="row indexes-actions">
            {canCount && (
              <button
                type="button"
                class="quiet"
                aria-expanded={isShown}
                aria-label={`Values of ${field}`}
                onClick={() => setShown(!isShown)}
              >
                Values <Icon name={isShown ? "down" : "right"} />
              </button>
            )}
            <PermittedButton class="quiet" aria-label={`Drop index of ${field}`} onClick={onDrop}>
              <Icon name="trash" />
            </PermittedButton>
          </div>
        </td>
      </tr>
      {isShown && canCount && (
        <tr>
          <td colSpan={5}>
            <Facet collection={collection} field={field} />
          </td>
        </tr>
      )}
    </>
  );
}

interface Hit {
  readonly value: string | number | bigint | boolean;
  readonly count: number;
}
const FACETS = 20;

/** The most frequent values of a field; each links to its points. */
function Facet({ collection, field }: { collection: string; field: string }) {
  const facet = useResource(
    async (signal) => {
      const body = { key: field, limit: FACETS };
      return (await ask<{ hits: Hit[] }>("POST", pathOf(collection, "/facet"), { body, signal })).hits;
    },
    [collection, field],
  );
  return (
    <div class="row" aria-live="polite">
      <Failed error={facet.error} onRetry={facet.reload} />
      {facet.value?.length === 0 && <span class="muted">No values.</span>}
      {facet.value?.map(({ value, count: many }) => {
        const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
        const filter = `{"must":[{"key":${JSON.stringify(field)},"match":{"value":${shown}}}]}`;
        return (
          <a key={shown} class="chip" href={linkTo(["collections", collection, "points"], { filter })}>
            {String(value)} <span class="muted">{count(many)}</span>
          </a>
        );
      })}
    </div>
  );
}
