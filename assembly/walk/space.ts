// The space in which a walk measures: the f32 rows or codes, with the kernels of the metric.
// The decision: the choice is made here, once per call, and stored in the walk; a new encoding changes this file. A
// graph for Dot is two graphs that are walked as one. In the first, links are chosen by product: every vector links to
// long vectors, which are what searches look for, but no links lead back to the short ones. In the second, links are
// chosen by nearness (lifted with codes, Euclid without): every vector can be reached, but few links lead to long
// vectors. See PRODUCTS in hnsw/graph.ts.
import { Encoding, Metric } from "../abi";
import {
  binaryCodeBytes,
  binaryDataBytes,
  binaryWidth,
  encodeBinary,
  fourBinaryCodes,
  oneBinaryCode,
  prepareBinary,
} from "../codes/binary";
import { storeRelaxedBounds, widenBounds } from "../codes/bounds";
import {
  codeWidth,
  fourCodes,
  codeBytes as int8CodeBytes,
  oneCode,
  prepareCode,
  prepareRow,
} from "../codes/int8";
import { encodeAround, omittedTermOf, subtractCentre } from "../codes/int8-centre";
import { beyondCentre, fourLiftedCodes, prepareLiftedCode } from "../codes/int8-lifted";
import {
  fourManhattanCodes,
  oneManhattanCode,
  prepareCodeForManhattan,
  prepareRowForManhattan,
} from "../codes/int8-manhattan";
import { fourCodesRelaxed, oneCodeRelaxed, prepareRowRelaxed } from "../codes/int8-relaxed";
import { fourEuclids, squaredEuclid } from "../distance/euclid";
import { HEAD_BYTES } from "../distance/kernel";
import { Column, itemBytes, itemOf, tableOf } from "../memory/column";
import {
  centre,
  dimension,
  encoding,
  indexed,
  maxLength,
  metric,
  rowBytes,
  rowsOutside,
  seed,
  setMaxLength,
} from "../memory/layout";
import { exactFourKernel, exactKernel } from "./kernels";
import { addressOf, Walk } from "./walk";

/** Returns the bytes of a prepared query of any kind, its head included. */
export function preparedBytes(): u32 {
  if (hasBinaryCodes()) return <u32>HEAD_BYTES + binaryDataBytes(dimension());
  return <u32>HEAD_BYTES + 4 * codeWidth(dimension()) + rowBytes();
}

/** Returns the bytes of a code; 0: there are none. */
export function codeBytes(): u32 {
  if (hasBinaryCodes()) return binaryCodeBytes(dimension());
  return encoding() == Encoding.Int8 ? int8CodeBytes(dimension(), metric()) : 0;
}

/** Returns whether there are 1-bit codes. They cannot estimate Manhattan distances. */
export function hasBinaryCodes(): bool {
  return encoding() == Encoding.Binary && metric() != Metric.Manhattan;
}

/** Returns whether codes need a centre. Then graphs are not built before there is one. */
export function needsCentre(): bool {
  return encoding() == Encoding.Int8 || hasBinaryCodes();
}

/** Returns whether all published slots have 8-bit codes, which is so once there is a centre. */
function hasInt8Codes(): bool {
  return encoding() == Encoding.Int8 && centre() != 0;
}

/** Makes the walk measure codes if `codes` is set and there are any, otherwise f32 rows. */
export function enterSpace(walk: Walk, codes: bool): void {
  walk.supportsOneRow = true;
  walk.omittedTerm = 0;
  if (codes && hasInt8Codes()) enterCodes(walk);
  else if (codes && hasBinaryCodes()) enterBinaryCodes(walk);
  else enterRows(walk);
}

/**
 * Makes the walk measure codes if they are precise enough to choose links and to prove bounds (8-bit codes), otherwise
 * f32 rows.
 */
export function enterFineSpace(walk: Walk): void {
  enterSpace(walk, !hasBinaryCodes());
}

/** Makes the walk measure in the space in which links are chosen. */
export function enterBuildingSpace(walk: Walk): void {
  enterFineSpace(walk);
  if (metric() != Metric.Dot || walk.products) return;
  walk.supportsOneRow = walk.column == Column.Vectors;
  if (!walk.supportsOneRow) {
    walk.fourRowsKernel = fourLiftedCodes.index;
    return;
  }
  walk.fourRowsKernel = fourEuclids.index;
  walk.oneRowKernel = squaredEuclid.index;
}

function enterRows(walk: Walk): void {
  walk.column = Column.Vectors;
  walk.coded = u32.MAX_VALUE;
  walk.table = tableOf(Column.Vectors);
  walk.stride = itemBytes(Column.Vectors);
  walk.bytes = rowBytes();
  walk.fourRowsKernel = exactFourKernel();
  walk.oneRowKernel = exactKernel();
}

function enterCodes(walk: Walk): void {
  walk.column = Column.Codes;
  walk.coded = u32.MAX_VALUE;
  walk.table = tableOf(Column.Codes);
  walk.stride = itemBytes(Column.Codes);
  walk.bytes = codeWidth(dimension());
  const sum = metric() == Metric.Manhattan;
  walk.fourRowsKernel = sum ? fourManhattanCodes.index : fourCodes.index;
  walk.oneRowKernel = sum ? oneManhattanCode.index : oneCode.index;
}

/** Makes the walk measure 1-bit codes. They are made when a slot is indexed, because there is no centre before. */
function enterBinaryCodes(walk: Walk): void {
  walk.column = Column.Codes;
  walk.coded = indexed();
  walk.table = tableOf(Column.Codes);
  walk.stride = itemBytes(Column.Codes);
  walk.bytes = binaryWidth(dimension()) >> 3;
  walk.fourRowsKernel = fourBinaryCodes.index;
  walk.oneRowKernel = oneBinaryCode.index;
}

/** Makes the f32 row the query. */
export function prepareQuery(walk: Walk, row: usize): void {
  walk.row = row;
  if (walk.column == Column.Vectors) {
    walk.query = row;
    return;
  }
  walk.query = walk.prepared;
  if (hasBinaryCodes()) {
    walk.omittedTerm = metric() == Metric.Cosine ? 1 : 0;
    prepareBinary(row, centre(), rowBytes(), walk.query, dimension(), metric(), seed());
    return;
  }
  const difference = differenceOf(walk, row);
  if (metric() == Metric.Manhattan) {
    prepareRowForManhattan(difference, rowBytes(), walk.query, dimension());
    return;
  }
  prepareRow(difference, rowBytes(), walk.query, dimension(), metric());
  if (metric() == Metric.Euclid) return;
  widenBounds(row, centre(), rowBytes(), walk.query, dimension(), metric());
  noteOmittedTerm(walk, row);
}

/** Writes the difference of the query from the centre behind the prepared query. */
function differenceOf(walk: Walk, row: usize): usize {
  const difference = walk.prepared + ((<usize>codeWidth(dimension())) << 2);
  subtractCentre(row, centre(), rowBytes(), difference);
  return difference;
}

function noteOmittedTerm(walk: Walk, row: usize): void {
  walk.omittedTerm = omittedTermOf(row, centre(), rowBytes(), metric());
}

/**
 * Makes the f32 row the query of a walk whose candidates are all rescored. The relaxed build prepares it in seven bits,
 * which is less precise and faster. Graphs, which must be equal in both builds, do not use it.
 */
export function prepareWalkQuery(walk: Walk, row: usize): void {
  const int8 = walk.column == Column.Codes && encoding() == Encoding.Int8;
  if (!ASC_FEATURE_RELAXED_SIMD || !int8 || metric() == Metric.Manhattan) prepareQuery(walk, row);
  else prepareRelaxed(walk, row);
}

/** @returns the squared length of the rounding errors */
function prepareRelaxed(walk: Walk, row: usize): f64 {
  walk.fourRowsKernel = fourCodesRelaxed.index;
  walk.oneRowKernel = oneCodeRelaxed.index;
  walk.query = walk.prepared;
  const difference = differenceOf(walk, row);
  const squares = prepareRowRelaxed(difference, rowBytes(), walk.query, dimension(), metric());
  noteOmittedTerm(walk, row);
  return squares;
}

/**
 * Makes the f32 row the query of an exact search, in seven bits.
 * @returns false when there are no bounds for such a query, and when each candidate more is one to be read from a file
 */
export function prepareBoundedRelaxed(walk: Walk, row: usize): bool {
  if (!ASC_FEATURE_RELAXED_SIMD || walk.column != Column.Codes || rowsOutside()) return false;
  if (metric() != Metric.Cosine && metric() != Metric.Euclid) return false;
  const squares = prepareRelaxed(walk, row);
  const difference = walk.prepared + ((<usize>codeWidth(dimension())) << 2);
  storeRelaxedBounds(row, difference, centre(), rowBytes(), walk.query, squares, dimension(), metric());
  return true;
}

/** Makes the vector of a slot the query, in the space in which graphs are built. */
export function prepareSlot(walk: Walk, slot: u32): void {
  const item = addressOf(walk, slot);
  if (walk.column == Column.Vectors) {
    walk.query = item;
    return;
  }
  walk.query = walk.prepared;
  if (metric() == Metric.Manhattan) prepareCodeForManhattan(item, walk.query, dimension());
  else if (metric() == Metric.Dot && !walk.products)
    prepareLiftedCode(item, walk.query, dimension(), maxLength());
  else prepareCode(item, walk.query, dimension(), metric());
}

/**
 * Returns whether candidates for links are searched with 1-bit codes. Two such codes estimate their distance too
 * imprecisely, so the query is an f32 row; it is measured as searches do, which for Dot differs from how graphs are
 * built.
 */
export function walksOnBinaryCodes(): bool {
  return hasBinaryCodes() && metric() != Metric.Dot;
}

/** Enters the space in which candidates for the links of a slot are searched, and makes the slot the query. */
export function enterForSlot(walk: Walk, slot: u32): void {
  if (walksOnBinaryCodes()) {
    enterSpace(walk, true);
    prepareQuery(walk, itemOf(Column.Vectors, slot));
    return;
  }
  enterBuildingSpace(walk);
  prepareSlot(walk, slot);
}

/** Makes the 8-bit code of a row relative to a centre. `into` has the size of a row. */
export function encodeRow(row: usize, slot: u32, around: usize, into: usize): void {
  const code = itemOf(Column.Codes, slot);
  encodeAround(row, around, rowBytes(), code, dimension(), metric(), into);
  noteLength(code);
}

/**
 * Updates the largest length of a vector store for Dot, to which its graph is lifted; each 8-bit code contains the
 * length of its vector.
 */
export function noteLength(code: usize): void {
  if (metric() == Metric.Dot) setMaxLength(max(maxLength(), beyondCentre(code, dimension())));
}

/** Makes the code of a slot that is about to be added to the graph, if it was not made when the row was stored. */
export function encodeIndexed(walk: Walk, slot: u32): void {
  if (!hasBinaryCodes()) return;
  const row = itemOf(Column.Vectors, slot);
  const code = itemOf(Column.Codes, slot);
  encodeBinary(row, centre(), rowBytes(), code, dimension(), metric(), seed(), walk.prepared);
}

/** Returns the exact distance of the query to a slot. */
export function exactDistance(walk: Walk, slot: u32): f32 {
  return call_indirect<f32>(exactKernel(), walk.row, itemOf(Column.Vectors, slot), rowBytes());
}

/** Returns the exact distance to be compared with distances of codes, which lack the 1 of Cosine. */
export function estimatedDistance(walk: Walk, slot: u32): f32 {
  return exactDistance(walk, slot) - (metric() == Metric.Cosine ? 1 : 0);
}
