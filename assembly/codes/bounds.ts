// How far a distance taken from an 8-bit code can be off: what lets an exact search read codes instead of vectors.
// The decision: the bound is proven, not estimated. With x = s x' + e and q = s_q q' + f,
//   |<q, x> - s_q s <q', x'>|  <=  |q| |e| + |f| |x|                 (Cauchy and Schwarz; |s x'| = |x|)
// and Manhattan distances are off by sum |e_i| at most. A code keeps |e| + |x| / SHARE, the second part standing for |f|
// and for the rounding of all sums; a query for which that is too little says so, and is compared with the vectors.
//
//   head of a prepared query, from byte 16:  f32 weight of the error | f32 weight of |q|^2 + |x|^2 | f32 weight of the
//   distance itself | u32 1 when the bounds hold
import { Metric } from "../abi";
import { HEAD } from "../distance/kernel";

/** |f| / |q| and rounding together may be up to 1 / SHARE; they are a tenth of that in ordinary data. */
const SHARE: f64 = 4096;
/** Bounds are rounded up by this when stored as f32. */
const UP: f64 = 1.000_001;
/** Relative rounding error of one f32 operation, doubled. */
const ROUNDING: f64 = 1.192_092_9e-7;
/** Of |x|^2: products of anything shorter may be denormal, and are then off by more than any share of themselves. */
const SMALLEST: f64 = 1e-24;
/** Additions in a row that a kernel makes for each lane, beside one for every 16 components. */
const MORE_OPERATIONS: f64 = 16;

/** What a code's trailer says of its error. */
export function errorOf(row: usize, rowBytes: u32, code: usize, width: u32, metric: u32): f32 {
  const scale = <f64>load<f32>(code + width);
  let squares: f64 = 0;
  let sum: f64 = 0;
  let length: f64 = 0;
  for (let i: u32 = 0; i << 2 < rowBytes && i < width; i++) {
    const value = <f64>load<f32>(row + ((<usize>i) << 2));
    const off = abs(value - scale * <f64>load<i8>(code + i));
    squares += off * off;
    sum += off;
    length += value * value;
  }
  if (metric != Metric.Manhattan && isTiny(length)) return Infinity;
  return <f32>((metric == Metric.Manhattan ? sum : sqrt(squares) + sqrt(length) / SHARE) * UP);
}

/** Writes the weights into the head of a prepared query. `unit` is s_q. */
export function storeBounds(
  row: usize,
  _rowBytes: u32,
  data: usize,
  unit: f32,
  dimension: u32,
  metric: u32,
): void {
  const rounding = (<f64>dimension / 16 + MORE_OPERATIONS) * ROUNDING;
  const head = data - HEAD;
  if (metric == Metric.Manhattan) {
    store<f32>(head, 1, 16);
    store<f32>(head, 0, 20);
    store<f32>(head, <f32>(2 * rounding), 24);
    store<u32>(head, 1, 28);
    return;
  }
  let squares: f64 = 0;
  let length: f64 = 0;
  for (let i: u32 = 0; i < dimension; i++) {
    const value = <f64>load<f32>(row + ((<usize>i) << 2));
    const off = value - <f64>unit * <f64>load<i16>(data + ((<usize>i) << 1));
    squares += off * off;
    length += value * value;
  }
  const euclid = metric == Metric.Euclid;
  store<f32>(head, <f32>((euclid ? 2 : 1) * sqrt(length) * UP), 16);
  store<f32>(head, <f32>(euclid ? 2 * rounding : 0), 20);
  store<f32>(head, 0, 24);
  const fine = sqrt(squares) + rounding * sqrt(length) <= sqrt(length) / SHARE;
  store<u32>(head, fine && !isTiny(length) ? 1 : 0, 28);
}

/** The zero vector is not: its products are exact. */
function isTiny(squaredLength: f64): bool {
  return squaredLength > 0 && squaredLength < SMALLEST;
}

export function boundsHold(query: usize): bool {
  return load<u32>(query - HEAD, 28) == 1;
}

/** At most how far the distance of a code to a prepared query is off. */
export function slackOf(query: usize, trailer: usize, distance: f32): f32 {
  const head = query - HEAD;
  return (
    load<f32>(head, 16) * load<f32>(trailer, 12) +
    load<f32>(head, 20) * (load<f32>(head, 4) + load<f32>(trailer, 4)) +
    load<f32>(head, 24) * abs(distance)
  );
}
