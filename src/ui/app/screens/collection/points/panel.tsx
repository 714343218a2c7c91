// One point beside the table: its label and image, its payload, its vectors, and links to other screens.
// The decision: it is no dialog, so the table can be used meanwhile, and the arrow keys there go through the points.
import { useEffect } from "preact/hooks";
import { parseJson } from "../../../api/json.ts";
import { rawMember } from "../../../api/raw-json.ts";
import { useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { linkTo } from "../../../shell/route.ts";
import { ThingImage } from "../things/thing.tsx";
import { thingsOf } from "../things/things.ts";
import { draftOf, setDraft } from "./drafts.ts";
import { PayloadForm } from "./payload-form.tsx";
import { type Point, readPointTexts } from "./point.ts";
import type { Grid, PointsState } from "./use-points.ts";
import { VectorList } from "./vectors.tsx";

interface Props {
  readonly state: PointsState;
  readonly grid: Grid;
  readonly id: PointId;
}

export function PointPanel({ state, grid, id }: Props) {
  const { name: collection, changes, refresh } = state;
  const step = (by: 1 | -1) => () => {
    const { active, onActive } = grid;
    onActive({ ...active, row: Math.max(0, active.row + by) }, false);
  };
  const found = useResource(
    async (signal) => (await readPointTexts(collection, [id], signal)).get(String(id)) ?? null,
    [collection, String(id)],
  );
  useEffect(() => {
    if (changes > 0) found.reload();
  }, [changes]);
  const text = found.value;
  const point = text ? (parseJson(text) as Point) : undefined;
  const payload = text && rawMember(text, "payload");
  const raw = payload && payload !== "null" ? payload : "{}";
  const { label, image } = thingsOf(collection).of(id, point ? (point.payload ?? null) : undefined);
  const changed = (): void => {
    found.reload();
    refresh();
  };
  return (
    <aside
      class="card points-panel"
      aria-label={`Point ${id}`}
      onKeyDown={(event) => {
        // Escape in the editor releases the Tab key there.
        if (event.key === "Escape" && !(event.target as Element).shadowRoot) grid.close();
      }}
    >
      <div class="row spread nowrap">
        <h2 class="break">
          {label !== undefined && <span dir="auto">{label} </span>}
          <span class={label === undefined ? "" : "muted small"}>Point {String(id)}</span>
        </h2>
        <div class="row nowrap">
          <Button icon="down" class="quiet points-previous" aria-label="Previous point" onClick={step(-1)} />
          <Button icon="down" class="quiet" aria-label="Next point" onClick={step(1)} />
          <Button icon="close" class="quiet" aria-label="Close the point" onClick={grid.close} />
        </div>
      </div>
      <ThingImage src={image} large />
      <Failed error={found.error} onRetry={found.reload} />
      {text === null && <Gone collection={collection} id={id} />}
      {point && (
        <>
          <Actions {...{ state, grid, id }} />
          <PayloadForm key={String(id)} {...{ collection, id, raw }} onChange={changed} />
          <VectorList point={point} />
        </>
      )}
    </aside>
  );
}

function Gone({ collection, id }: { collection: string; id: PointId }) {
  return (
    <Notice kind="warning">
      There is no point with this id any more.
      {draftOf(collection, id) !== undefined && (
        <Button class="inline" onClick={() => setDraft(collection, id, undefined)}>
          Discard its unsaved changes
        </Button>
      )}
    </Notice>
  );
}

function Actions({ state: { name, address }, grid, id }: Props) {
  const remove = (): void => {
    address.open(undefined);
    grid.removeOne(id);
  };
  return (
    <div class="row">
      <a class="button" href={linkTo(["collections", name, "search"], { like: String(id) })}>
        <Icon name="search" /> Find similar
      </a>
      <a class="button" href={linkTo(["collections", name, "graph"], { point: String(id) })}>
        <Icon name="graph" /> Show in graph
      </a>
      <Button icon="trash" text="Delete point" needs="write" class="danger" onClick={remove} />
    </div>
  );
}
