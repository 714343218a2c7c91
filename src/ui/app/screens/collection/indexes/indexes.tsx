// The indexes tab: payload indexes and HNSW graphs.
import { useState } from "preact/hooks";
import { COUNTED_TYPES, type FieldType } from "../../../../../shared/payload-indexes.ts";
import { ask } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { count, percent } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { Scroll } from "../../../kit/scroll.tsx";
import { Table } from "../../../kit/table.tsx";
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
  const { points_count: total } = info;
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
          <Button
            icon="plus"
            class="primary"
            onClick={() => setCreating(true)}
            needs="write"
            text="Create index"
          />
        }
      >
        {fields.length === 0 ? (
          <div class="empty">
            <p>No payload field has an index. Filters work without one, but are slower.</p>
            <Button onClick={() => setCreating(true)} needs="write" text="Index a field" />
          </div>
        ) : (
          <Fields collection={name} fields={fields} total={total} onDrop={drop} />
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

interface FieldsProps {
  readonly collection: string;
  readonly fields: readonly (readonly [field: string, index: FieldIndex])[];
  readonly total: number;
  onDrop(field: string, index: FieldIndex): Promise<void>;
}

function Fields({ collection, fields, total, onDrop }: FieldsProps) {
  return (
    <Scroll label="Indexes of payload fields">
      <Table
        rows={fields}
        keyOf={([field]) => field}
        columns={[
          {
            head: "Field",
            cell: ([field, { data_type }]) => (
              <IndexedField collection={collection} field={field} type={data_type} />
            ),
          },
          { head: "Type", cell: ([, { data_type }]) => <span class="badge">{data_type}</span> },
          {
            head: "Options",
            class: "small muted break",
            cell: ([, { params }]) => wordsOfParams(params),
          },
          {
            head: "Points with a value",
            isNumber: true,
            cell: ([, { points }]) => (
              <>
                {count(points)}
                <span class="small muted"> {total > 0 && percent(points / total)}</span>
              </>
            ),
          },
          {
            head: "Actions",
            isHidden: true,
            cell: ([field, index]) => (
              <Button
                class="quiet slim"
                icon="trash"
                needs="write"
                aria-label={`Drop index of ${field}`}
                onClick={() => onDrop(field, index).catch(tellFailure)}
              />
            ),
          },
        ]}
      />
    </Scroll>
  );
}

interface FieldProps {
  readonly collection: string;
  readonly field: string;
}

/** A field with its values, if the index counts them. */
function IndexedField({ type, ...of }: FieldProps & { readonly type: FieldType }) {
  const [isShown, setShown] = useState(false);
  const { field } = of;
  return (
    <>
      <code class="break">{field}</code>{" "}
      {COUNTED_TYPES.includes(type) && (
        <Button
          class="quiet slim"
          aria-expanded={isShown}
          aria-label={`Values of ${field}`}
          onClick={() => setShown(!isShown)}
        >
          Values <Icon name={isShown ? "down" : "right"} />
        </Button>
      )}
      {isShown && <Facet {...of} />}
    </>
  );
}

type Hits = { readonly value: string | number | bigint | boolean; readonly count: number }[];
const FACETS = 20;

/** The most frequent values of a field; each links to its points. */
function Facet({ collection, field }: FieldProps) {
  const facet = useResource(
    async (signal) => {
      const body = { key: field, limit: FACETS };
      return (await ask<{ hits: Hits }>("POST", pathOf(collection, "/facet"), { body, signal })).hits;
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
