// The points that a search finds nearest to the clicked one, as a list and as lines on the map.
import { useEffect } from "preact/hooks";
import { type Resource, useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { milliseconds } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { linkTo } from "../../../shell/route.ts";
import { Thing } from "../things/thing.tsx";
import { loadNeighbours, type Neighbour, type Subject } from "./load.ts";
import type { Scene } from "./scene.ts";

interface Props {
  readonly collection: string;
  readonly id: PointId;
  readonly found: Resource<Found | null>;
  /** Returns whether a point is on this map. */
  isShown(id: PointId): boolean;
  onPoint(id: PointId): void;
  onHover(id: PointId | null): void;
  onClose(): void;
}

export function NeighbourList({ collection, id, found, isShown, onPoint, onHover, onClose }: Props) {
  return (
    <section class="card map-panel" aria-label="Neighbours">
      <div class="row spread">
        <h2>
          Nearest to <Thing collection={collection} id={id} />
        </h2>
        <button type="button" class="quiet" aria-label="Close the neighbours" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <Failed error={found.error} onRetry={found.reload} />
      {found.value && (
        <>
          <ol class="map-near">
            {found.value.neighbours.map(({ id: other, score }) => (
              <li key={String(other)}>
                <button
                  type="button"
                  class="quiet"
                  disabled={!isShown(other)}
                  title={isShown(other) ? undefined : "Not among the points of this map"}
                  onClick={() => onPoint(other)}
                  onPointerEnter={() => onHover(other)}
                  onPointerLeave={() => onHover(null)}
                  onFocus={() => onHover(other)}
                  onBlur={() => onHover(null)}
                >
                  <span class="map-entry-name">
                    <Thing collection={collection} id={other} short />
                  </span>
                  <span class="muted">{score.toPrecision(4)}</span>
                </button>
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
    </section>
  );
}

export interface Found {
  readonly neighbours: readonly Neighbour[];
  readonly ms: number;
}

/** @param centre the index of the point, or -1 */
export function useFound(
  scene: Scene | undefined,
  subject: Subject,
  ids: readonly PointId[],
  indexes: ReadonlyMap<string, number>,
  centre: number,
): Resource<Found | null> {
  const id = ids[centre];
  const found = useResource(
    async (signal): Promise<Found | null> => {
      if (id === undefined) return null;
      const began = performance.now();
      const neighbours = await loadNeighbours(subject, id, signal);
      return { neighbours, ms: performance.now() - began };
    },
    [subject, id],
  );
  useEffect(() => {
    if (centre >= 0) scene?.reveal(centre);
  }, [scene, centre]);
  useEffect(() => {
    const neighbours = (found.value?.neighbours ?? []).flatMap(
      (neighbour) => indexes.get(String(neighbour.id)) ?? [],
    );
    scene?.mark({ centre: id === undefined ? -1 : centre, neighbours });
  }, [scene, centre, found.value]);
  return found;
}
