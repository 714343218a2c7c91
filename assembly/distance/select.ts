// Which kernel measures a metric: asked once per search, never per pair of vectors.
import { Metric } from "../abi";
import { negatedDot } from "./dot";
import { squaredEuclid } from "./euclid";
import { manhattan } from "./manhattan";

/** (row, row, row bytes) -> distance, lower is nearer. */
export type Kernel = (a: usize, b: usize, bytes: u32) => f32;

export function kernelFor(metric: u32): Kernel {
  if (metric == Metric.Euclid) return squaredEuclid;
  if (metric == Metric.Manhattan) return manhattan;
  return negatedDot;
}
