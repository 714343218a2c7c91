// The panel beside the picture: the selection, the neighbours of a point, the legend, and facts about the map.
import type { PointId } from "../../../api/types.ts";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { count, milliseconds, percent } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { linkTo } from "../../../shell/route.ts";
import type { Info } from "../info.ts";
import { Thing } from "../things/thing.tsx";
import { Legend } from "./legend.tsx";
import type { Projection } from "./projection.ts";
import { Selection } from "./selection.tsx";
import type { MapState } from "./use-map.ts";

interface Props {
  readonly map: MapState;
  readonly info: Info;
  onChange(): void;
}

export function Side({ map, info, onChange }: Props) {
  const { subject, projection, field, ids, selected, centre, colours, indexOf } = map;
  const markGone = (changed: readonly PointId[], isGone: boolean): void => {
    map.setGone((before) => {
      const after = new Set(before);
      for (const id of changed) isGone ? after.add(indexOf(id)) : after.delete(indexOf(id));
      return after;
    });
    map.click(-1);
    onChange();
  };
  return (
    <div class="stack">
      {selected.length > 0 && (
        <Selection
          collection={subject.collection}
          ids={selected.flatMap((point) => ids[point] ?? [])}
          info={info}
          onClear={() => map.setSelected([])}
          onDeleted={markGone}
          onChange={onChange}
        />
      )}
      {ids[centre] !== undefined && <NeighbourList map={map} id={ids[centre]} />}
      {colours.colouring.kind !== "plain" && (
        <Card class="map-panel" title={field} label={`Colours of ${field}`}>
          <Legend {...colours} onOnly={colours.setOnly} />
        </Card>
      )}
      {projection && (
        <section class="card map-panel" aria-label="About this map">
          <Facts {...map} projection={projection} />
        </section>
      )}
    </div>
  );
}

/** The points that a search finds nearest to the clicked one; the map has lines to them. */
function NeighbourList({ map, id }: { map: MapState; id: PointId }) {
  const { subject, found, indexOf } = map;
  const { collection } = subject;
  return (
    <Card
      class="map-panel"
      title={
        <>
          Nearest to <Thing id={id} />
        </>
      }
      label="Neighbours"
      aside={
        <Button
          class="quiet slim"
          icon="close"
          aria-label="Close the neighbours"
          onClick={() => map.setCentre(-1)}
        />
      }
    >
      <Failed error={found.error} onRetry={found.reload} />
      {found.value && (
        <>
          <ol class="map-list">
            {found.value.neighbours.map(({ id: other, score }) => (
              <li key={String(other)}>
                <Button
                  class="quiet slim"
                  disabled={indexOf(other) < 0}
                  title={indexOf(other) < 0 ? "Not among the points of this map" : undefined}
                  onClick={() => map.setCentre(indexOf(other))}
                  onPointerEnter={() => map.hover(indexOf(other))}
                  onPointerLeave={() => map.hover(-1)}
                  onFocus={() => map.hover(indexOf(other))}
                  onBlur={() => map.hover(-1)}
                >
                  <span class="truncate">
                    <Thing id={other} short />
                  </span>
                  <span class="muted">{score.toPrecision(4)}</span>
                </Button>
              </li>
            ))}
          </ol>
          {found.value.neighbours.length === 0 && <p class="muted">There are no other points.</p>}
          <p class="small muted" aria-live="polite">
            {found.value.neighbours.length} found in {milliseconds(found.value.ms)}
          </p>
        </>
      )}
      <div class="row">
        <a class="button" href={linkTo(["collections", collection, "graph"], { point: String(id) })}>
          <Icon name="graph" /> Show in the graph
        </a>
      </div>
    </Card>
  );
}

type FactsProps = Pick<MapState, "local" | "layout"> & { readonly projection: Projection };

function Facts({ projection, local, layout }: FactsProps) {
  const { count: shown, total, dimension, variance } = projection;
  const facts: (readonly [name: string, value: string] | false | null)[] = [
    ["Points", shown < total ? `${count(shown)} of ${count(total)}` : count(shown)],
    shown < total && ["", "a sample, drawn evenly"],
    ["Dimensions", count(dimension)],
    ["Variance explained by PCA", percent(variance.reduce((sum, share) => sum + share, 0))],
    ["PCA", timeOf(projection, "projection")],
    local && ["Neighbours", timeOf(local, "neighbors")],
    local &&
      local.neighbors_share < 1 && ["", `each compared with ${percent(local.neighbors_share)} of the others`],
    layout.status === "done" && ["UMAP", milliseconds(layout.ms)],
  ];
  return (
    <dl class="stack tight small">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.join()} class="row spread">
              <dt class="muted">{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function timeOf({ time_ms }: Projection, name: string): string {
  return milliseconds(time_ms[name] ?? 0);
}
