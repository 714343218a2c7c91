// The canvas of the map, and a card with the point under the pointer.
import { useEffect, useRef, useState } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import type { PointId } from "../../../api/types.ts";
import { Thing } from "../things/thing.tsx";
import { listen, type Meanings } from "./gestures.ts";
import { loadPoint, type Payload } from "./load.ts";
import { Scene } from "./scene.ts";

interface Props {
  readonly collection: string;
  readonly ids: readonly PointId[];
  readonly label: string;
  readonly isLasso: boolean;
  readonly scene: Scene | undefined;
  /** Whether there is nothing to draw yet. */
  readonly isWaiting: boolean;
  onScene(scene: Scene): void;
  onRest(): void;
  onClick(point: number): void;
  onLasso(points: number[]): void;
}

interface Hovered {
  readonly point: number;
  readonly x: number;
  readonly y: number;
}

export function PictureArea(props: Props) {
  const { collection, ids, label, isLasso, scene, isWaiting } = props;
  const area = useRef<HTMLDivElement>(null);
  const points = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const [hovered, setHovered] = useState<Hovered>();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const made = new Scene(points.current!, marks.current!, () => latest.current.onRest());
    const meanings: Meanings = {
      isLasso: () => latest.current.isLasso,
      onHover(point, x, y) {
        made.mark({ hovered: point });
        setHovered(point < 0 ? undefined : { point, x, y });
      },
      onClick: (point) => latest.current.onClick(point),
      onLasso: (found) => latest.current.onLasso(found),
    };
    const end = listen(area.current!, made, meanings);
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      made.resize(width, height);
    });
    sizes.observe(area.current!);
    latest.current.onScene(made);
    return () => {
      end();
      sizes.disconnect();
      made.close();
    };
  }, []);
  return (
    <div
      ref={area}
      class={isLasso ? "map-stage lasso" : "map-stage"}
      role="application"
      aria-label={label}
      aria-description="Arrow keys move, plus and minus zoom, 0 shows all points, Enter searches from the point in the middle. The map in words follows below."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it answers to keys.
      tabIndex={0}
    >
      <canvas ref={points} data-can-draw={scene?.canDraw} />
      <canvas ref={marks} />
      {hovered && ids[hovered.point] !== undefined && (
        <HoverCard collection={collection} id={ids[hovered.point]!} x={hovered.x} y={hovered.y} />
      )}
      {isWaiting && <p class="map-wait muted">Projecting …</p>}
      {scene && !scene.canDraw && (
        <p class="map-wait muted">
          This browser has no WebGL 2, which draws the points. The map in words is below.
        </p>
      )}
    </div>
  );
}

const HOVER_MS = 90;
const MAX_FIELDS = 8;
const MAX_CACHED_PAYLOADS = 500;

/** Loaded payloads by collection and id. */
const kept = new Map<string, Payload | null>();

interface CardProps {
  readonly collection: string;
  readonly id: PointId;
  readonly x: number;
  readonly y: number;
}

function HoverCard({ collection, id, x, y }: CardProps) {
  const payload = usePayload(collection, id);
  const entries = Object.entries(payload ?? {});
  const style = {
    transform: `translate(${x}px, ${y}px) translate(${x > 400 ? "calc(-100% - 14px)" : "14px"}, ${y > 260 ? "calc(-100% - 6px)" : "14px"})`,
  };
  return (
    <div class="map-card" style={style}>
      <Thing collection={collection} id={id} payload={payload} />
      {payload === undefined && <span class="muted small">…</span>}
      {payload !== undefined && entries.length === 0 && <span class="muted small">No payload</span>}
      {entries.length > 0 && (
        <dl>
          {entries.slice(0, MAX_FIELDS).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{shortly(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {entries.length > MAX_FIELDS && (
        <span class="muted small">and {entries.length - MAX_FIELDS} more fields</span>
      )}
    </div>
  );
}

/**
 * Loads the payload of a point after a short delay, so that a moving pointer causes no requests. Undefined until it is
 * loaded.
 */
function usePayload(collection: string, id: PointId): Payload | null | undefined {
  const key = `${collection}\n${id}`;
  const [, setLoaded] = useState("");
  useEffect(() => {
    if (kept.has(key)) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      loadPoint(collection, id, abort.signal).then(
        (point) => {
          if (kept.size >= MAX_CACHED_PAYLOADS) kept.clear();
          kept.set(key, point?.payload ?? null);
          setLoaded(key);
        },
        // The card then shows only the id. Errors are shown by the requests of the map.
        () => undefined,
      );
    }, HOVER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  return kept.get(key);
}

/** Formats a payload value in one or two lines. */
function shortly(value: unknown): string {
  const text = typeof value === "string" ? value : writeJson(value);
  return text.length > 140 ? `${text.slice(0, 140)} …` : text;
}

/** Removes loaded payloads, because they may have changed. */
export function forgetPayloads(): void {
  kept.clear();
}
