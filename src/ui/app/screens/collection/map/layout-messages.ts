// The messages between the page and the thread of the layout.
import type { Neighbours } from "./fuzzy-set.ts";

export type Order =
  | {
      readonly kind: "start";
      readonly neighbours: Neighbours;
      /** The initial positions of the points, within -1 .. 1. */
      readonly positions: Float32Array;
      readonly seed: number;
    }
  | { readonly kind: "pause" }
  | { readonly kind: "resume" };

export interface Frame {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly epoch: number;
  readonly epochs: number;
  /** The time spent so far, without pauses. */
  readonly busyMs: number;
}
