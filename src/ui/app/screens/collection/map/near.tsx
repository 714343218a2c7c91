// The points that a search finds nearest to the clicked one.

import type { Resource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { milliseconds } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { linkTo } from "../../../shell/route.ts";
import type { Found } from "./use-found.ts";

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
        <h2 class="break">Nearest to {String(id)}</h2>
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
                  <span class="map-entry-name">{String(other)}</span>
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
          <Icon name="graph" /> Explore its graph
        </a>
      </div>
    </section>
  );
}
