// The picture with its buttons, and a card with the point under the pointer.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { Button } from "../../../kit/button.tsx";
import { plural } from "../../../kit/format.ts";
import { Thing } from "../things/thing.tsx";
import { listen } from "./gestures.ts";
import { loadPayload } from "./load.ts";
import { Scene } from "./scene.ts";
import type { MapState } from "./use-map.ts";

interface Props {
  readonly map: MapState;
  readonly isFull: boolean;
  onFull(isFull: boolean): void;
}

interface Hovered {
  readonly point: number;
  readonly x: number;
  readonly y: number;
}

export function Picture({ map, isFull, onFull }: Props) {
  const { subject, ids, isLasso, scene, projection, isEmpty } = map;
  const { area, points, marks, hovered } = useScene(map);
  return (
    <div class="map-frame">
      <div
        ref={area}
        class={isLasso ? "map-stage lasso" : "map-stage"}
        role="application"
        aria-label={`Map of ${plural(ids.length, "point")}`}
        aria-description="Arrow keys move, plus and minus zoom, 0 shows all points, Enter searches from the point in the middle. The map in words follows below."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it answers to keys.
        tabIndex={0}
      >
        <canvas ref={points} data-can-draw={scene?.canDraw} />
        <canvas ref={marks} />
        {hovered && ids[hovered.point] !== undefined && (
          <HoverCard
            key={hovered.point}
            {...hovered}
            collection={subject.collection}
            id={ids[hovered.point]!}
          />
        )}
        {projection === undefined && <p class="map-wait muted">Projecting …</p>}
        {scene && !scene.canDraw && (
          <p class="map-wait muted">
            This browser has no WebGL 2, which draws the points. The map in words is below.
          </p>
        )}
      </div>
      {isEmpty && (
        <div class="map-nothing">
          <Button onClick={() => scene?.frame()} text="No point is in view: show all" />
        </div>
      )}
      <ZoomBar scene={scene} isFull={isFull} onFull={onFull} />
    </div>
  );
}

/** Draws the scene into two canvases of an area, and returns the point under the pointer. */
function useScene(map: MapState) {
  const area = useRef<HTMLDivElement>(null);
  const points = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const [hovered, setHovered] = useState<Hovered>();
  const latest = useRef(map);
  latest.current = map;
  useEffect(() => {
    const made = new Scene(points.current!, marks.current!, () => latest.current.rest());
    const end = listen(area.current!, made, {
      isLasso: () => latest.current.isLasso,
      onHover(point, x, y) {
        made.mark({ hovered: point });
        setHovered(point < 0 ? undefined : { point, x, y });
      },
      onClick: (point) => latest.current.click(point),
      onLasso: (found) => latest.current.setSelected(found),
    });
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      made.resize(width, height);
    });
    sizes.observe(area.current!);
    map.setScene(made);
    return () => {
      end();
      sizes.disconnect();
      made.close();
      map.setScene(undefined);
    };
  }, []);
  return { area, points, marks, hovered };
}

interface ZoomProps extends Omit<Props, "map"> {
  readonly scene: Scene | undefined;
}

const ZOOM_STEP = 1.5;

/** The picture covers the page; the browser covers the screen, too, where it may. */
function ZoomBar({ scene, isFull, onFull }: ZoomProps) {
  // A layout effect runs before the first paint, so that the next key press is already heard.
  useLayoutEffect(() => {
    if (!isFull) return;
    const ends = new AbortController();
    const options = { signal: ends.signal };
    document.documentElement.requestFullscreen?.().catch(() => undefined);
    document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? onFull(false), options);
    document.addEventListener("keydown", ({ key }) => key === "Escape" && onFull(false), options);
    return () => {
      ends.abort();
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [isFull]);
  return (
    <div class="map-zoom">
      <Button icon="plus" aria-label="Zoom in" onClick={() => scene?.zoom(ZOOM_STEP)} />
      <Button icon="minus" aria-label="Zoom out" onClick={() => scene?.zoom(1 / ZOOM_STEP)} />
      <Button icon="fit" aria-label="Fit all points in" onClick={() => scene?.frame()} />
      <Button
        icon="expand"
        aria-label="Full screen"
        aria-pressed={isFull}
        title={isFull ? "Leave full screen (Escape)" : "Full screen"}
        onClick={() => onFull(!isFull)}
      />
    </div>
  );
}

const HOVER_MS = 90;
const MAX_FIELDS = 8;
const MAX_LENGTH = 140;

interface CardProps extends Hovered {
  readonly collection: string;
  readonly id: PointId;
}

function HoverCard({ collection, id, x, y }: CardProps) {
  const { value: payload } = useResource(
    async (signal) => {
      // The pointer may only pass by, which then causes no request.
      await new Promise((resolve) => setTimeout(resolve, HOVER_MS));
      return signal.aborted ? null : loadPayload(collection, id, signal);
    },
    [collection, id],
  );
  const entries = Object.entries(payload ?? {});
  const style = {
    transform: `translate(${x}px, ${y}px) translate(${x > 400 ? "calc(-100% - 14px)" : "14px"}, ${y > 260 ? "calc(-100% - 6px)" : "14px"})`,
  };
  return (
    <div class="floating float stack tight map-card" style={style}>
      <Thing id={id} payload={payload} />
      {entries.length === 0 && <span class="muted">{payload === undefined ? "…" : "No payload"}</span>}
      {entries.length > 0 && (
        <dl>
          {entries.slice(0, MAX_FIELDS).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="clamp">{shortly(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {entries.length > MAX_FIELDS && (
        <span class="muted">and {entries.length - MAX_FIELDS} more fields</span>
      )}
    </div>
  );
}

/** Formats a payload value in one or two lines. */
function shortly(value: unknown): string {
  const text = typeof value === "string" ? value : writeJson(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}
