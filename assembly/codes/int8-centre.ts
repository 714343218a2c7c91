// The centre of 8-bit codes: rows and queries become differences from it, and the terms of products that the difference
// lacks are kept beside the code.
// The decision: the host chooses the centre (src/engine/centre.ts) and sets it before the first code that is read, and
// it does not change, because every code is relative to it. A vector store without a centre has no codes to read; a
// centre of zeros is a valid one.
import { Metric } from "../abi";
import { negatedDot } from "../distance/dot";
import { codeWidth, encode } from "./int8";

/** Writes `row - centre` to `into`. */
export function subtractCentre(row: usize, centre: usize, rowBytes: u32, into: usize): void {
  for (let at: usize = 0; at < <usize>rowBytes; at += 16)
    v128.store(into + at, f32x4.sub(v128.load(row + at), v128.load(centre + at)));
}

/** Makes the code of the f32 row relative to the centre. `into` has the size of a row. */
export function encodeAround(
  row: usize,
  centre: usize,
  rowBytes: u32,
  code: usize,
  dimension: u32,
  metric: u32,
  into: usize,
): void {
  subtractCentre(row, centre, rowBytes, into);
  encode(into, rowBytes, code, dimension, metric);
  if (metric == Metric.Cosine || metric == Metric.Dot) {
    storeCentreTerms(into, centre, rowBytes, code, dimension, metric);
  }
}

/** Stores the terms of products with the centre in the trailer of the code of a difference. */
function storeCentreTerms(
  difference: usize,
  centre: usize,
  rowBytes: u32,
  code: usize,
  dimension: u32,
  metric: u32,
): void {
  const width = codeWidth(dimension);
  let product: f64 = 0;
  for (let at: usize = 0; at < <usize>rowBytes; at += 4)
    product += <f64>load<f32>(difference + at) * <f64>load<f32>(centre + at);
  store<f32>(code + width, <f32>-product, 4);
  if (metric != Metric.Dot) return;
  store<f32>(code + width, <f32>(2 * product + <f64>load<f32>(code + width, 16)), 20);
}

/**
 * Returns the term that distances of the query lack: for Cosine and Dot the negated product with the centre, for Cosine
 * plus 1.
 */
export function omittedTermOf(row: usize, centre: usize, rowBytes: u32, metric: u32): f32 {
  if (metric == Metric.Cosine) return <f32>1 + negatedDot(row, centre, rowBytes);
  return metric == Metric.Dot ? negatedDot(row, centre, rowBytes) : 0;
}
