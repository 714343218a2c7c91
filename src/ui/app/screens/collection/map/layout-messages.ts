// What the page and the thread of the layout say to each other.
import type { Neighbours } from "./fuzzy-set.ts";

export type Order =
  | {
      readonly kind: "start";
      readonly neighbours: Neighbours;
      /** Where the points are at first, within -1 .. 1. */
      readonly positions: Float32Array;
      readonly seed: number;
    }
  | { readonly kind: "pause" }
  | { readonly kind: "resume" };

export interface Frame {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly epoch: number;
  readonly epochs: number;
  /** Time spent on it so far, pauses left out. */
  readonly busyMs: number;
}
