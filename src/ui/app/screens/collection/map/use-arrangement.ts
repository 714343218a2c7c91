// A hook for the positions of the points of a map: those of PCA, or those of the layout.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Frame } from "./layout-messages.ts";
import type { Projection } from "./projection.ts";
import type { Scene } from "./scene.ts";
import { type LayoutControl, useLayout } from "./use-layout.ts";

type Arrangement = "pca" | "layout";

/** The expected time between two frames of the layout; points move smoothly between them. */
const FRAME_MS = 110;

export interface Arranged {
  readonly layout: LayoutControl;
  readonly arrangement: Arrangement;
  arrange(next: Arrangement): void;
}

/** @param local the neighbours; the layout starts when they are loaded */
export function useArrangement(
  scene: Scene | undefined,
  projection: Projection | undefined,
  local: Projection | null,
): Arranged {
  const [arrangement, setArrangement] = useState<Arrangement>("pca");
  const untangled = useRef<Float32Array<ArrayBuffer> | undefined>(undefined);
  const layout = useLayout((frame) => {
    untangled.current = frame.positions;
    showFrame(scene, frame);
  });
  useEffect(() => {
    layout.stop();
    setArrangement("pca");
  }, [projection]);
  useEffect(() => {
    if (!scene || !local || !projection) return;
    layout.start(local);
    setArrangement("layout");
  }, [scene, local]);
  const arrange = (next: Arrangement): void => {
    setArrangement(next);
    const positions = next === "pca" ? projection?.positions : untangled.current;
    if (positions) scene?.moveTo(positions);
  };
  return { layout, arrangement, arrange };
}

function showFrame(scene: Scene | undefined, { positions, epoch, epochs }: Frame): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isStill) scene?.moveTo(positions, FRAME_MS);
  else if (epoch >= epochs) scene?.moveTo(positions, 0);
}
