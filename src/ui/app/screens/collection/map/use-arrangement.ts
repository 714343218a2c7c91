// Hooks for the positions of the points of a map: those of PCA, or those of UMAP, which a thread computes: starting,
// pausing, ending, and its intermediate positions.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Frame, Order } from "./layout.ts";
import type { Projection } from "./projection.ts";
import type { Scene } from "./scene.ts";

type Arrangement = "pca" | "umap";

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
  const umap = useRef<Float32Array<ArrayBuffer> | undefined>(undefined);
  const layout = useLayout((frame) => {
    umap.current = frame.positions;
    showFrame(scene, frame);
  });
  useEffect(() => {
    layout.stop();
    setArrangement("pca");
  }, [projection]);
  useEffect(() => {
    if (!scene || !local || !projection) return;
    layout.start(local);
    setArrangement("umap");
  }, [scene, local]);
  const arrange = (next: Arrangement): void => {
    setArrangement(next);
    const positions = next === "pca" ? projection?.positions : umap.current;
    if (positions) scene?.moveTo(positions);
  };
  return { layout, arrangement, arrange };
}

function showFrame(scene: Scene | undefined, { positions, epoch, epochs }: Frame): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isStill) scene?.moveTo(positions, FRAME_MS);
  else if (epoch >= epochs) scene?.moveTo(positions, 0);
}

const SEED = 20_18;

export interface LayoutState {
  readonly status: "none" | "running" | "paused" | "done";
  /** 0 .. 1 */
  readonly progress: number;
  /** The time spent by its thread. */
  readonly ms: number;
}

const NO_LAYOUT: LayoutState = { status: "none", progress: 0, ms: 0 };

interface LayoutControl extends LayoutState {
  start(projection: Projection): void;
  pause(): void;
  resume(): void;
  stop(): void;
}

function useLayout(onFrame: (frame: Frame) => void): LayoutControl {
  const [state, setState] = useState<LayoutState>(NO_LAYOUT);
  const worker = useRef<Worker | undefined>(undefined);
  const listener = useRef(onFrame);
  listener.current = onFrame;
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = undefined;
    setState(NO_LAYOUT);
  }, []);
  useEffect(() => () => worker.current?.terminate(), []);
  const order = (message: Order) => worker.current?.postMessage(message);
  const start = ({ count, neighbors, neighbours, distances, positions }: Projection): void => {
    stop();
    const thread = new Worker(WORKERS["layout-worker"]!, { type: "module" });
    worker.current = thread;
    setState({ ...NO_LAYOUT, status: "running" });
    thread.onmessage = ({ data }: MessageEvent<Frame>) => {
      listener.current(data);
      const isDone = data.epoch >= data.epochs;
      setState(({ status }) => ({
        status: isDone ? "done" : status,
        progress: data.epoch / data.epochs,
        ms: data.busyMs,
      }));
      if (isDone) thread.terminate();
    };
    order({
      kind: "start",
      neighbours: { count, k: neighbors, points: neighbours, distances },
      positions,
      seed: SEED,
    });
  };
  const pause = (): void => {
    order({ kind: "pause" });
    setState((before) => ({ ...before, status: "paused" }));
  };
  const resume = (): void => {
    order({ kind: "resume" });
    setState((before) => ({ ...before, status: "running" }));
  };
  return { ...state, start, pause, resume, stop };
}
