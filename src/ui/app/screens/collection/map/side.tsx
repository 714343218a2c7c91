// The panel beside the picture: the selection, the neighbours of a point, the legend, and facts about the map.
import type { Resource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { count, milliseconds, percent } from "../../../kit/format.ts";
import type { Info } from "../info.ts";
import { Legend } from "./legend.tsx";
import type { Subject } from "./load.ts";
import { type Found, NeighbourList } from "./near.tsx";
import type { Projection } from "./projection.ts";
import { Selection } from "./selection.tsx";
import { forgetPayloads } from "./stage.tsx";
import type { LayoutState } from "./use-arrangement.ts";
import type { Colours } from "./use-colours.ts";

interface Props {
  readonly subject: Subject;
  readonly info: Info;
  readonly projection: Projection | undefined;
  readonly local: Projection | null;
  readonly field: string;
  readonly ids: readonly PointId[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly selected: readonly number[];
  readonly centre: number;
  readonly found: Resource<Found | null>;
  readonly colours: Colours;
  readonly layout: LayoutState;
  onSelect(points: readonly number[]): void;
  onCentre(point: number): void;
  onHover(point: number): void;
  onGone(change: (before: ReadonlySet<number>) => ReadonlySet<number>): void;
  onChange(): void;
}

export function Side(props: Props) {
  const { subject, info, projection, local, field, ids, indexes, selected, centre, found, colours } = props;
  const { collection } = subject;
  const indexOf = (id: PointId) => indexes.get(String(id)) ?? -1;
  const markGone = (changed: readonly PointId[], isGone: boolean): void => {
    props.onGone((before) => {
      const after = new Set(before);
      for (const id of changed) isGone ? after.add(indexOf(id)) : after.delete(indexOf(id));
      return after;
    });
    props.onSelect([]);
    props.onCentre(-1);
    props.onChange();
  };
  return (
    <div class="map-side">
      {selected.length > 0 && (
        <Selection
          collection={collection}
          ids={selected.flatMap((point) => ids[point] ?? [])}
          info={info}
          onClear={() => props.onSelect([])}
          onDeleted={markGone}
          onPayload={forgetPayloads}
        />
      )}
      {ids[centre] !== undefined && (
        <NeighbourList
          collection={collection}
          id={ids[centre]}
          found={found}
          isShown={(id) => indexes.has(String(id))}
          onPoint={(id) => props.onCentre(indexOf(id))}
          onHover={(id) => props.onHover(id === null ? -1 : indexOf(id))}
          onClose={() => props.onCentre(-1)}
        />
      )}
      {colours.colouring.kind !== "plain" && (
        <section class="card map-panel" aria-label={`Colours of ${field}`}>
          <h2 class="break">{field}</h2>
          <Legend {...colours} onOnly={colours.setOnly} />
        </section>
      )}
      {projection && (
        <section class="card map-panel" aria-label="About this map">
          <Facts projection={projection} local={local} layout={props.layout} />
        </section>
      )}
    </div>
  );
}

interface FactsProps {
  readonly projection: Projection;
  /** The answer with neighbours, if they were requested. */
  readonly local: Projection | null;
  readonly layout: LayoutState;
}

function Facts({ projection, local, layout }: FactsProps) {
  const { count: shown, total, dimension, variance } = projection;
  const spread = variance.reduce((sum, share) => sum + share, 0);
  return (
    <dl class="map-facts">
      <Fact name="Points" value={shown < total ? `${count(shown)} of ${count(total)}` : count(shown)} />
      {shown < total && <Fact name="" value="a sample, drawn evenly" />}
      <Fact name="Dimensions" value={count(dimension)} />
      <Fact name="Variance explained by PCA" value={percent(spread)} />
      <Fact name="PCA" value={timeOf(projection, "projection")} />
      {local && <Fact name="Neighbours" value={timeOf(local, "neighbors")} />}
      {local && local.neighbors_share < 1 && (
        <Fact name="" value={`each compared with ${percent(local.neighbors_share)} of the others`} />
      )}
      {layout.status === "done" && <Fact name="UMAP" value={milliseconds(layout.ms)} />}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div class="map-fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function timeOf({ time_ms }: Projection, name: string): string {
  return milliseconds(time_ms[name] ?? 0);
}
