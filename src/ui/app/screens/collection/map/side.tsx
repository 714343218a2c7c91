// The panel beside the picture.
import type { Resource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { type Info, vectorsOf } from "../info.ts";
import { Facts } from "./facts.tsx";
import { Legend } from "./legend.tsx";
import type { Subject } from "./load.ts";
import { NeighbourList } from "./near.tsx";
import type { Projection } from "./projection.ts";
import { Selection } from "./selection.tsx";
import { forgetPayloads } from "./stage.tsx";
import type { Colours } from "./use-colours.ts";
import type { Found } from "./use-found.ts";
import type { LayoutState } from "./use-layout.ts";

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
  const numbers = Array.from(vectorsOf(info).values()).reduce((sum, { size }) => sum + size, 0);
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
          numbers={numbers}
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
