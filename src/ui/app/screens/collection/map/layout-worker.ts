// The thread that computes the layout: it receives the points, pauses and resumes, and sends intermediate positions.
// The decision: it works in slices, so that it can receive a pause, and sends a copy of the positions after each. The
// copy is transferred and scaled to the range of the initial positions.
import { fuzzySet } from "./fuzzy-set.ts";
import { type Frame, Layout, type Order, WIDTH } from "./layout.ts";

/** The time between two sent positions. */
const SLICE_MS = 60;

let layout: Layout | undefined;
let isPaused = false;
/** Whether a slice is scheduled; there is never a second one. */
let isDue = false;
let busyMs = 0;
const channel = new MessageChannel();

channel.port1.onmessage = () => {
  isDue = false;
  if (layout === undefined || isPaused || layout.isDone) return;
  const began = performance.now();
  while (!layout.isDone && performance.now() - began < SLICE_MS) layout.step();
  busyMs += performance.now() - began;
  send(layout);
  runSlice();
};

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  isPaused = data.kind === "pause";
  if (data.kind === "start") {
    const began = performance.now();
    layout = new Layout(fuzzySet(data.neighbours), data.positions, data.seed);
    busyMs = performance.now() - began;
  }
  runSlice();
});

function runSlice(): void {
  if (isDue) return;
  isDue = true;
  channel.port2.postMessage(null);
}

function send({ positions, epoch, epochs }: Layout): void {
  const frame: Frame = { positions: positions.map((value) => value / WIDTH), epoch, epochs, busyMs };
  postMessage(frame, { transfer: [frame.positions.buffer] });
}
