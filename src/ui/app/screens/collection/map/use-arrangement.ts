// A hook for the positions of the points of a map: those of PCA, or those of UMAP, which a thread computes.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Frame, Order } from "./layout.ts";
import type { Projection } from "./projection.ts";
import type { Scene } from "./scene.ts";

type Arrangement = "pca" | "umap";

/** The expected time between two frames of the layout; points move smoothly between them. */
const FRAME_MS = 110;
const SEED = 20_18;

interface LayoutState {
  readonly status: "none" | "running" | "done";
  /** 0 .. 1 */
  readonly progress: number;
  /** The time spent by its thread. */
  readonly ms: number;
}

const NO_LAYOUT: LayoutState = { status: "none", progress: 0, ms: 0 };

/** @param local the neighbours; the layout starts when they are loaded */
export function useArrangement(
  scene: Scene | undefined,
  projection: Projection | undefined,
  local: Projection | null,
) {
  const [arrangement, setArrangement] = useState<Arrangement>("pca");
  const [state, setState] = useState<LayoutState>(NO_LAYOUT);
  const worker = useRef<Worker | undefined>(undefined);
  const umap = useRef<Float32Array<ArrayBuffer> | undefined>(undefined);
  useEffect(() => {
    setState(NO_LAYOUT);
    setArrangement("pca");
    return () => worker.current?.terminate();
  }, [projection]);
  useEffect(() => {
    if (!scene || !local || !projection) return;
    const thread = new Worker(WORKERS["layout-worker"]!, { type: "module" });
    worker.current = thread;
    setState({ ...NO_LAYOUT, status: "running" });
    setArrangement("umap");
    thread.onmessage = ({ data }: MessageEvent<Frame>) => {
      const { positions, epoch, epochs, busyMs } = data;
      umap.current = positions;
      showFrame(scene, data);
      const isDone = epoch >= epochs;
      setState({ status: isDone ? "done" : "running", progress: epoch / epochs, ms: busyMs });
      if (isDone) thread.terminate();
    };
    const { count, neighbors, neighbours, distances, positions } = local;
    const order: Order = {
      neighbours: { count, k: neighbors, points: neighbours, distances },
      positions,
      seed: SEED,
    };
    thread.postMessage(order);
    return () => thread.terminate();
  }, [scene, local]);
  const arrange = (next: Arrangement): void => {
    setArrangement(next);
    const positions = next === "pca" ? projection?.positions : umap.current;
    if (positions) scene?.moveTo(positions);
  };
  /** Ends the layout with the positions that it has. */
  const end = (): void => {
    if (worker.current) worker.current.onmessage = null;
    worker.current?.terminate();
    setState((before) => ({ ...before, status: "done" }));
  };
  return { layout: { ...state, end }, arrangement, arrange };
}

function showFrame(scene: Scene, { positions, epoch, epochs }: Frame): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isStill) scene.moveTo(positions, FRAME_MS);
  else if (epoch >= epochs) scene.moveTo(positions, 0);
}
