// The engine's words for an index and a search, as the core uses them.
import type { Distance } from "../schema/collection-config.ts";

export type Encoding = "none" | "int8" | "binary";

export interface SegmentSpec {
  readonly dimension: number;
  readonly metric: Distance;
  /** What the graph is built on and walked on; "none": the f32 vectors. */
  readonly encoding: Encoding;
  /** Links of a node on the upper levels, twice as many on level 0. 0: never a graph, every search compares all. */
  readonly m: number;
  readonly efConstruct: number;
  /** The graph is begun when the segment has this many slots; below, every search compares all vectors. */
  readonly indexFrom: number;
}

export interface SearchOptions {
  readonly k: number;
  /** Width of the walk; the engine raises it to k. */
  readonly ef: number;
  /** Compare all f32 vectors. */
  readonly exact?: boolean;
  /** How many candidates are compared on the f32 vectors at the end; default min(ef, max(2k, 20)). */
  readonly rescore?: number;
  /** Walk on the f32 vectors even if there are codes. */
  readonly ignoreCodes?: boolean;
  /** Leave out what is not in the graph yet. */
  readonly indexedOnly?: boolean;
}
