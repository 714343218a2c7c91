// The toolbar of the map: its vector, field and number of points, and how they are arranged and selected.
import { Button } from "../../../kit/button.tsx";
import { count } from "../../../kit/format.ts";
import { Choice } from "../../../kit/inputs.tsx";
import type { MapState } from "./use-map.ts";

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
  const known = new Map([
    ["", "one colour"],
    ...[field, ...fields].filter(Boolean).map((one) => [one, one] as const),
  ]);
  return (
    <>
      {vectors.length > 1 && (
        <Choice
          label="Vector"
          choices={Object.fromEntries(vectors.map((name) => [name, name || "unnamed"]))}
          value={vector}
          onChange={(next) => onChange({ vector: next })}
        />
      )}
      <Choice
        label="Colour by"
        choices={Object.fromEntries(known)}
        value={field}
        onChange={(next) => onChange({ field: next })}
      />
      <Choice
        label="At most"
        choices={Object.fromEntries([...LIMITS, limit].map((most) => [most, `${count(most)} points`]))}
        value={String(limit)}
        onChange={(next) => onChange({ limit: next })}
      />
    </>
  );
}

export function ViewBar({ map }: { map: MapState }) {
  const { layout, arrangement, arrange, isLasso, scene } = map;
  return (
    <>
      <Umap map={map} />
      {layout.status === "done" &&
        (["pca", "umap"] as const).map((one) => (
          <Button
            key={one}
            aria-pressed={arrangement === one}
            onClick={() => arrange(one)}
            text={one.toUpperCase()}
          />
        ))}
      <Button
        icon="lasso"
        aria-pressed={isLasso}
        title="Draw around points to select them; Shift and drag does it, too"
        onClick={() => map.setLasso(!isLasso)}
        text="Lasso"
      />
      <Button onClick={() => map.setSelected(scene?.inView() ?? [])} text="Select all in view" />
    </>
  );
}

function Umap({ map: { layout, projection, isLoadingLocal, startUmap } }: { map: MapState }) {
  const { status, progress, end } = layout;
  if (status === "done") return null;
  if (status === "none") {
    const isLoading = projection === undefined || isLoadingLocal;
    return (
      <Button
        class="primary"
        disabled={isLoading}
        onClick={startUmap}
        text={isLoading ? "Loading neighbours …" : "Run UMAP"}
      />
    );
  }
  return (
    <Button title="Keep the points where they are now" onClick={end}>
      Stop
      <progress class="map-progress" max={1} value={progress} aria-label="UMAP" />
    </Button>
  );
}
