// A hook for the layout: starting, pausing, ending, and its intermediate positions.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Frame, Order } from "./layout-messages.ts";
import type { Projection } from "./projection.ts";

const SEED = 20_18;

export interface LayoutState {
  readonly status: "none" | "running" | "paused" | "done";
  /** 0 .. 1 */
  readonly progress: number;
  /** The time spent by its thread. */
  readonly ms: number;
}

const NO_LAYOUT: LayoutState = { status: "none", progress: 0, ms: 0 };

export interface LayoutControl extends LayoutState {
  start(projection: Projection): void;
  pause(): void;
  resume(): void;
  stop(): void;
}

export function useLayout(onFrame: (frame: Frame) => void): LayoutControl {
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
