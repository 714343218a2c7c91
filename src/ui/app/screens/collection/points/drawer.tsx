// One point beside the table: its payload, which can be edited, its vectors, and links to other screens.
import { useState } from "preact/hooks";
import { parseJson, writeJson } from "../../../api/json.ts";
import { useResource } from "../../../api/resource.ts";
import type { SparseVector } from "../../../api/sparse.ts";
import type { Payload, PointId } from "../../../api/types.ts";
import { CopyButton } from "../../../kit/copy.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { Field } from "../../../kit/field.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { tell } from "../../../kit/toast.tsx";
import { linkTo } from "../../../shell/route.ts";
import { bins, strip } from "./filter/cells.ts";
import {
  mergePayload,
  namedVectors,
  overwritePayload,
  type Point,
  readPoints,
  sparseVectors,
} from "./point.ts";

interface Props {
  readonly collection: string;
  readonly id: PointId;
  /** Is called after the payload was changed. */
  onChange(): void;
  onDelete(id: PointId): void;
  onClose(): void;
}

export function PointDrawer({ collection, id, onChange, onDelete, onClose }: Props) {
  const found = useResource(async (signal) => readPoints(collection, [id], signal), [collection, String(id)]);
  const [point] = found.value ?? [];
  const changed = (): void => {
    found.reload();
    onChange();
  };
  return (
    <Dialog title={`Point ${id}`} side onClose={onClose}>
      <div class="stack">
        <div class="row">
          <a class="button" href={linkTo(["collections", collection, "search"], { like: String(id) })}>
            <Icon name="search" /> Find similar
          </a>
          <a class="button" href={linkTo(["collections", collection, "graph"], { point: String(id) })}>
            <Icon name="graph" /> Show in graph
          </a>
          <button type="button" class="danger" disabled={!point} onClick={() => onDelete(id)}>
            <Icon name="trash" /> Delete point
          </button>
        </div>
        <Failed error={found.error} onRetry={found.reload} />
        {found.value && !point && <Notice kind="warning">There is no point with this id any more.</Notice>}
        {point && <PayloadForm collection={collection} point={point} onChange={changed} />}
        {point && <VectorList point={point} />}
      </div>
    </Dialog>
  );
}

type Way = "overwrite" | "merge";

function PayloadForm({
  collection,
  point,
  onChange,
}: {
  collection: string;
  point: Point;
  onChange: () => void;
}) {
  const shown = writeJson(point.payload ?? {}, 2);
  const [text, setText] = useState(shown);
  const [base, setBase] = useState(shown);
  const [way, setWay] = useState<Way>("overwrite");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (base !== shown) {
    setBase(shown);
    if (text === base) setText(shown);
  }
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const payload = payloadOf(text);
      await (way === "overwrite" ? overwritePayload : mergePayload)(collection, point.id, payload);
      setText(writeJson(way === "overwrite" ? payload : { ...point.payload, ...payload }, 2));
      onChange();
      tell(`Payload of ${point.id} saved`, async () => {
        await overwritePayload(collection, point.id, point.payload ?? {});
        onChange();
      });
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={save}>
      <Field label="Payload" error={error}>
        {(field) => (
          <textarea
            {...field}
            class="mono"
            rows={Math.min(22, Math.max(6, text.split("\n").length + 1))}
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row spread">
        <label class="check small">
          <input
            type="checkbox"
            checked={way === "merge"}
            onChange={(event) => setWay(event.currentTarget.checked ? "merge" : "overwrite")}
          />
          Keep fields that are not named here
        </label>
        <div class="row">
          <button type="button" disabled={text === shown || isBusy} onClick={() => setText(shown)}>
            Reset
          </button>
          <button type="submit" class="primary" disabled={text === shown || isBusy}>
            {isBusy ? "Saving …" : "Save payload"}
          </button>
        </div>
      </div>
    </form>
  );
}

/** Parses a payload. @throws Error if the text is no JSON object */
export function payloadOf(text: string): Payload {
  const payload = text.trim() === "" ? {} : parseJson(text);
  if (typeof payload !== "object" || payload === null || Array.isArray(payload))
    throw new Error('A payload is an object such as {"city": "Oslo"}');
  return payload as Payload;
}

const BINS = 96;
const HEAD = 8;

function VectorList({ point }: { point: Point }) {
  const vectors = [...namedVectors(point)];
  const sparse = [...sparseVectors(point)];
  if (vectors.length + sparse.length === 0) return <p class="muted">This point has no vector.</p>;
  return (
    <>
      {vectors.map(([name, vector]) => (
        <section key={name} class="stack" aria-label={name ? `Vector ${name}` : "Vector"}>
          <div class="row spread">
            <h3>
              {name ? (
                <>
                  Vector <code>{name}</code>
                </>
              ) : (
                "Vector"
              )}
            </h3>
            <CopyButton text={JSON.stringify(vector)} label="Copy as JSON" />
          </div>
          <div
            class="points-strip large"
            aria-hidden="true"
            style={{ background: strip(bins(vector, BINS)) }}
          />
          <p class="mono muted points-head-values">
            [{vector.slice(0, HEAD).map(figure).join(", ")}
            {vector.length > HEAD && ", …"}]
          </p>
          <Figures vector={vector} />
        </section>
      ))}
      {sparse.map(([name, vector]) => (
        <SparseSection key={name} name={name} vector={vector} />
      ))}
    </>
  );
}

/** The entries of a sparse vector, largest values first. */
function SparseSection({ name, vector }: { name: string; vector: SparseVector }) {
  const entries = vector.indices.map((index, i) => [index, vector.values[i]!] as const);
  const largest = entries.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, HEAD);
  return (
    <section class="stack" aria-label={`Vector ${name}`}>
      <div class="row spread">
        <h3>
          Vector <code>{name}</code>
        </h3>
        <CopyButton text={JSON.stringify(vector)} label="Copy as JSON" />
      </div>
      <p class="muted">{plural(entries.length, "entry", "entries")}, sparse; the largest by index:</p>
      <dl class="points-figures">
        {largest.map(([index, value]) => (
          <div key={index}>
            <dt class="mono">{index}</dt>
            <dd>{figure(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Figures({ vector }: { vector: readonly number[] }) {
  const norm = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  const figures = [
    ["Dimensions", count(vector.length)],
    ["Smallest", figure(vector.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY))],
    ["Largest", figure(vector.reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY))],
    ["Norm", figure(norm)],
  ] as const;
  return (
    <dl class="points-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
