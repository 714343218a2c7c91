// The values that a field has, to choose from: with their numbers of points where the field has an index.
// The decision: without an index the values are those of the first points, and one click creates the index that counts
// all of them.

import { useState } from "preact/hooks";
import { COUNTED_TYPES, type FieldType } from "../../../../../../shared/payload-indexes.ts";
import { ask } from "../../../../api/request.ts";
import { useResource } from "../../../../api/resource.ts";
import { count } from "../../../../kit/format.ts";
import { Failed } from "../../../../kit/notice.tsx";
import { IndexButton } from "../../index-button.tsx";
import { type Info, pathOf } from "../../info.ts";
import { pathTo, thingsOf } from "../../things/things.ts";
import { type Filter, type Scalar, writeFilter } from "./chips.ts";

interface Props {
  readonly collection: string;
  readonly info: Info;
  /** The path of the field. */
  readonly field: string;
  /** The other conditions of the filter, so that the numbers are those of the table. */
  readonly others: Filter | undefined;
  /** The beginning of the value that was typed. */
  readonly typed: string;
  readonly chosen: readonly string[];
  onChoose(value: string): void;
}

interface Hit {
  readonly value: Scalar;
  /** Undefined: it is not known how many points have the value. */
  readonly count?: number;
}

const LISTED = 200;
const SHOWN = 12;
const MAX_LENGTH = 60;

export function Values(props: Props) {
  const { collection, info, field, others, typed, chosen, onChoose } = props;
  const [isCreated, setCreated] = useState(false);
  const isCounted = isCreated || COUNTED_TYPES.includes(info.payload_schema[field]?.data_type as FieldType);
  const facet = useResource(
    async (signal): Promise<readonly Hit[]> => {
      if (!isCounted) return [];
      const body = { key: field, limit: LISTED, ...(others && { filter: others }) };
      return (await ask<{ hits: Hit[] }>("POST", pathOf(collection, "/facet"), { body, signal })).hits;
    },
    [collection, field, isCounted, writeFilter(others)],
  );
  const hits = isCounted ? (facet.value ?? []) : sampled(collection, field);
  const fitting = hits.filter(({ value }) => String(value).toLowerCase().includes(typed.toLowerCase()));
  return (
    <div class="stack tight">
      <Failed error={facet.error} onRetry={facet.reload} />
      <ul class="row points-values" aria-label={`Values of ${field}`}>
        {fitting.slice(0, SHOWN).map(({ value, count: points }) => (
          <li key={String(value)}>
            <button
              type="button"
              class="chip"
              dir="auto"
              aria-pressed={chosen.includes(String(value))}
              onClick={() => onChoose(String(value))}
            >
              {String(value).slice(0, MAX_LENGTH)}
              {points !== undefined && <span class="muted">{count(points)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {fitting.length > SHOWN && <p class="small muted">Type to see more of the values.</p>}
      {!isCounted && hits.length > 0 && (
        <Uncounted {...props} sample={hits[0]!.value} onDone={() => setCreated(true)} />
      )}
    </div>
  );
}

/** Says that the values are those of the first points, and offers the index that lists all. */
function Uncounted({ collection, info, field, sample, onDone }: Props & { sample: Scalar; onDone(): void }) {
  const type = typeof sample === "string" ? "keyword" : typeof sample === "boolean" ? "bool" : "integer";
  const isFraction = typeof sample === "number" && !Number.isInteger(sample);
  return (
    <p class="small muted">
      Values of the first points.{" "}
      {!info.payload_schema[field] && !isFraction && (
        <IndexButton
          {...{ collection, field, type, onDone }}
          text={`Create an index (${type}) to list and count all values`}
          class="inline"
        />
      )}
    </p>
  );
}

/** Returns the values of a field in the first points. */
function sampled(collection: string, path: string): Hit[] {
  const { sample = [] } = thingsOf(collection);
  const name = thingsOf(collection).known.find((field) => pathTo(field) === path);
  const values = name === undefined ? [] : sample.flatMap((payload) => payload[name] ?? []);
  const scalars = values.filter((value): value is Scalar =>
    ["string", "number", "bigint", "boolean"].includes(typeof value),
  );
  return [...new Set(scalars)].map((value) => ({ value }));
}
