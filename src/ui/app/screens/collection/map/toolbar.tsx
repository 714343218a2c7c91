// The toolbar of the map: its vector, filter, field and arrangement.
import { useLayoutEffect } from "preact/hooks";
import { count } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import type { Arranged } from "./use-arrangement.ts";

const LIMITS = [10_000, 50_000, 200_000];

interface SubjectProps {
  readonly vectors: readonly string[];
  readonly vector: string;
  readonly limit: number;
  readonly fields: readonly string[];
  readonly field: string;
  onChange(changed: Readonly<Record<string, string>>): void;
}

export function SubjectBar({ vectors, vector, limit, fields, field, onChange }: SubjectProps) {
  const known = field === "" || fields.includes(field) ? fields : [field, ...fields];
  return (
    <div class="map-subject">
      {vectors.length > 1 && (
        <label>
          <span>Vector</span>
          <select value={vector} onChange={(event) => onChange({ vector: event.currentTarget.value })}>
            {vectors.map((name) => (
              <option key={name} value={name}>
                {name || "unnamed"}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span>Colour by</span>
        <select value={field} onChange={(event) => onChange({ field: event.currentTarget.value })}>
          <option value="">one colour</option>
          {known.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>At most</span>
        <select value={String(limit)} onChange={(event) => onChange({ limit: event.currentTarget.value })}>
          {[...new Set([...LIMITS, limit])].map((choice) => (
            <option key={choice} value={String(choice)}>
              {count(choice)} points
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ViewProps extends Arranged {
  readonly isLoading: boolean;
  readonly isLasso: boolean;
  startUmap(): void;
  onLasso(on: boolean): void;
  onSelectView(): void;
}

export function ViewBar(props: ViewProps) {
  const { layout, arrangement, isLasso, arrange, onLasso, onSelectView } = props;
  return (
    <div class="row">
      <Umap {...props} />
      {layout.status === "done" && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere.
        <div class="map-switch" role="group" aria-label="Arrangement">
          <button type="button" aria-pressed={arrangement === "pca"} onClick={() => arrange("pca")}>
            PCA
          </button>
          <button type="button" aria-pressed={arrangement === "umap"} onClick={() => arrange("umap")}>
            UMAP
          </button>
        </div>
      )}
      <button
        type="button"
        aria-pressed={isLasso}
        title="Draw around points to select them; Shift and drag does it, too"
        onClick={() => onLasso(!isLasso)}
      >
        <Icon name="lasso" /> Lasso
      </button>
      <button type="button" onClick={onSelectView}>
        Select all in view
      </button>
    </div>
  );
}

function Umap({ layout, isLoading, startUmap }: ViewProps) {
  const { status, progress } = layout;
  if (status === "done") return null;
  if (status === "none") {
    return (
      <button type="button" class="primary" disabled={isLoading} onClick={startUmap}>
        {isLoading ? "Loading neighbours …" : "Run UMAP"}
      </button>
    );
  }
  const isPaused = status === "paused";
  return (
    <button type="button" class="map-pause" onClick={() => (isPaused ? layout.resume() : layout.pause())}>
      <Icon name={isPaused ? "play" : "pause"} /> {isPaused ? "Resume" : "Pause"}
      <progress max={1} value={progress} aria-label="UMAP" />
    </button>
  );
}

interface ZoomProps {
  readonly isFull: boolean;
  onZoom(factor: number): void;
  onFit(): void;
  onFull(isFull: boolean): void;
}

const ZOOM_STEP = 1.5;

/** The picture covers the page; the browser covers the screen, too, where it may. */
export function ZoomBar({ isFull, onZoom, onFit, onFull }: ZoomProps) {
  // In the same step as the picture, because Escape may be pressed as soon as it covers the page.
  useLayoutEffect(() => {
    if (!isFull) return;
    const page = document.documentElement;
    page.requestFullscreen?.().catch(() => undefined);
    const end = () => document.fullscreenElement ?? onFull(false);
    const key = ({ key: pressed }: KeyboardEvent) => pressed === "Escape" && onFull(false);
    document.addEventListener("fullscreenchange", end);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("fullscreenchange", end);
      document.removeEventListener("keydown", key);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [isFull]);
  return (
    <div class="map-zoom">
      <button type="button" aria-label="Zoom in" onClick={() => onZoom(ZOOM_STEP)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => onZoom(1 / ZOOM_STEP)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-label="Fit all points in" onClick={onFit}>
        <Icon name="fit" />
      </button>
      <button
        type="button"
        aria-label="Full screen"
        aria-pressed={isFull}
        title={isFull ? "Leave full screen (Escape)" : "Full screen"}
        onClick={() => onFull(!isFull)}
      >
        <Icon name="expand" />
      </button>
    </div>
  );
}
