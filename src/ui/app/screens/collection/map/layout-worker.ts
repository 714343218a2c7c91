// The thread that computes the layout: it receives the points, and sends intermediate positions.
// The decision: it sends a copy of the positions after each slice of time. The copy is transferred and scaled to the
// range of the initial positions.
import { fuzzySet } from "./fuzzy-set.ts";
import { type Frame, Layout, type Order, WIDTH } from "./layout.ts";

/** The time between two sent positions. */
const SLICE_MS = 60;

addEventListener("message", ({ data: { neighbours, positions, seed } }: MessageEvent<Order>) => {
  const began = performance.now();
  const layout = new Layout(fuzzySet(neighbours), positions, seed);
  while (!layout.isDone) {
    const slice = performance.now();
    while (!layout.isDone && performance.now() - slice < SLICE_MS) layout.step();
    send(layout, performance.now() - began);
  }
});

function send({ positions, epoch, epochs }: Layout, busyMs: number): void {
  const frame: Frame = { positions: positions.map((value) => value / WIDTH), epoch, epochs, busyMs };
  postMessage(frame, { transfer: [frame.positions.buffer] });
}
