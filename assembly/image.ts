// The image of a segment: its memory from the header to the arena's top, in blocks with a checksum each.
// The decision: the memory itself is the format, because every address in it counts from its start; loading is copying,
// and a graph of any size is there as fast as the file can be read. What comes from outside is checked twice: that each
// block is what was written, and that no address, link or count leads out of the memory.
import { Encoding, MAX_DIMENSION, MAX_M, MAX_WORKERS, Metric, MIN_M, Status } from "./abi";
import { hasProducts, levelOf, linksOf, MAX_LEVEL, PRODUCTS } from "./hnsw/graph";
import { usedBytes } from "./memory/arena";
import {
  COLUMN_COUNT,
  Column,
  chunkOf,
  chunkShiftFor,
  columnBytes,
  itemBytes,
  itemOf,
  tableOf,
} from "./memory/column";
import {
  ARENA_START,
  ARENA_TOP,
  capacity,
  centre,
  chunkShift,
  count,
  dimension,
  encoding,
  entry,
  HEADER,
  indexed,
  isFormatted,
  linksPerLevel,
  live,
  metric,
  rowBytes,
  rowsOutside,
  tableEntries,
} from "./memory/layout";
import { adoptArea, scratch } from "./memory/scratch";
import { expectedItemBytes, slotBytes } from "./segment";

const BLOCK_BYTES: u32 = 1 << 20;
// The primes of xxHash32 (Collet 2012), whose rounds these are: each is a bijection, so no single change goes unseen.
const PRIME_1: i32 = 0x9e37_79b1;
const PRIME_2: i32 = 0x85eb_ca77;
const STEP: u32 = 64;

/** Bytes of the image, which starts at `HEADER`. */
export function imageBytes(): u32 {
  return <u32>(usedBytes() - HEADER);
}

/**
 * Copies a block of an image of `total` bytes to where nothing changes it. Readers may have taken more of the arena since
 * the total was asked for; the copy of the header knows nothing of that.
 * @returns its address there, or 0 when there is no memory
 */
export function stableBlock(worker: u32, index: u32, total: u32): usize {
  const copy = scratch(worker, BLOCK_BYTES);
  if (copy == 0) return 0;
  memory.copy(copy, HEADER + <usize>index * BLOCK_BYTES, min(BLOCK_BYTES, total - index * BLOCK_BYTES));
  if (index == 0) store<u64>(copy, <u64>HEADER + total, ARENA_TOP);
  return copy;
}

/** A checksum of `bytes` bytes, a multiple of 64, as everything in the arena is. */
export function checksum(address: usize, bytes: u32): u32 {
  let a = i32x4.splat(PRIME_1);
  let b = i32x4.splat(PRIME_2);
  let c = i32x4.splat(<i32>bytes);
  let d = i32x4.splat(-PRIME_1);
  for (let at = address, end = address + bytes; at < end; at += STEP) {
    a = mix(a, v128.load(at));
    b = mix(b, v128.load(at, 16));
    c = mix(c, v128.load(at, 32));
    d = mix(d, v128.load(at, 48));
  }
  const lanes = mix(mix(a, b), mix(c, d));
  let sum = i32x4.extract_lane(lanes, 0);
  sum = rotl(sum, 7) * PRIME_1 + i32x4.extract_lane(lanes, 1);
  sum = rotl(sum, 7) * PRIME_1 + i32x4.extract_lane(lanes, 2);
  return <u32>(rotl(sum, 7) * PRIME_1 + i32x4.extract_lane(lanes, 3));
}

function mix(accumulator: v128, lanes: v128): v128 {
  const sum = i32x4.add(accumulator, i32x4.mul(lanes, i32x4.splat(PRIME_2)));
  return i32x4.mul(v128.or(i32x4.shl(sum, 13), i32x4.shr_u(sum, 19)), i32x4.splat(PRIME_1));
}

/** To be called when all blocks lie in a memory of this size. @returns Ok or InvalidImage */
export function restoreImage(): i32 {
  if (!isFormatted() || !headerIsSound()) return Status.InvalidImage;
  for (let column: u32 = 0; column < COLUMN_COUNT; column++) {
    if (!columnIsSound(column)) return Status.InvalidImage;
  }
  for (let worker: u32 = 0; worker < MAX_WORKERS; worker++) {
    adoptArea(worker, usedBytes());
  }
  return linksPerLevel() == 0 || graphIsSound() ? Status.Ok : Status.InvalidImage;
}

function headerIsSound(): bool {
  const m = linksPerLevel();
  if (dimension() < 1 || dimension() > MAX_DIMENSION || metric() > <u32>Metric.Manhattan) return false;
  if (encoding() > <u32>Encoding.Binary || (m != 0 && (m < MIN_M || m > MAX_M))) return false;
  if (rowsOutside() && encoding() != Encoding.Int8) return false;
  if (rowBytes() != ((dimension() * 4 + 15) & ~15) || chunkShift() != chunkShiftFor(slotBytes()))
    return false;
  if (capacity() > <u32>i32.MAX_VALUE + 1 || count() > capacity() || live() > count() || indexed() > count())
    return false;
  if (centre() != 0 && !isWithin(centre(), rowBytes())) return false;
  const top = usedBytes();
  return top >= ARENA_START && top <= (<u64>memory.size()) << 16;
}

function columnIsSound(column: Column): bool {
  if (itemBytes(column) != expectedItemBytes(column)) return false;
  const chunks = <u32>((<u64>capacity() + (1 << chunkShift()) - 1) >> chunkShift());
  // A segment that was never written has no tables.
  if (chunks == 0 && tableEntries() == 0) return true;
  if (chunks > tableEntries() || !isWithin(tableOf(column), (<u64>tableEntries()) << 2)) return false;
  const bytes = columnBytes(column, min<u32>(capacity(), 1 << chunkShift()));
  for (let chunk: u32 = 0; chunk < chunks && bytes > 0; chunk++) {
    if (!isWithin(chunkOf(column, chunk), bytes)) return false;
  }
  return true;
}

function graphIsSound(): bool {
  const top = entry();
  if (<u32>top > count() || <u32>(top >> 32) > MAX_LEVEL) return false;
  const m = linksPerLevel();
  for (let slot: u32 = 0; slot < count(); slot++) {
    if (!linksAreSound(itemOf(Column.Links, slot), 2 * m)) return false;
    if (!twinIsSound(slot)) return false;
    if (hasProducts() && !linksAreSound(linksOf(slot, PRODUCTS), 2 * m)) return false;
    if (!upperIsSound(slot)) return false;
  }
  return <u32>top == 0 || highest(<u32>top - 1) >= <u32>(top >> 32);
}

/** The links of levels 1 and up lie within the memory and lead to nodes that have the level. */
function upperIsSound(slot: u32): bool {
  const upper: usize = load<u32>(itemOf(Column.Upper, slot));
  if (upper == 0) return true;
  const m = linksPerLevel();
  const levels = levelOf(slot);
  if (!isWithin(upper, (<u64>levels * m) << 2)) return false;
  for (let i: u32 = 0; i < levels * m; i++) {
    const link = load<u32>(upper + ((<usize>i) << 2));
    if (link > count() || (link != 0 && highest(link - 1) <= i / m)) return false;
  }
  return true;
}

/** The highest level that the slot has links on. */
function highest(slot: u32): u32 {
  return load<u32>(itemOf(Column.Upper, slot)) == 0 ? 0 : levelOf(slot);
}

/** Behind a node stand slots that are none, the newest first: so a row comes to an end. */
function twinIsSound(slot: u32): bool {
  const link = load<u32>(itemOf(Column.Twin, slot));
  if (link == 0) return true;
  return link <= count() && !isNode(link - 1) && (isNode(slot) || link - 1 < slot);
}

function isNode(slot: u32): bool {
  return slot == <u32>entry() - 1 || load<u32>(linksOf(slot, 0)) != 0;
}

function linksAreSound(links: usize, capacity: u32): bool {
  for (let i: u32 = 0; i < capacity; i++) {
    if (load<u32>(links + ((<usize>i) << 2)) > count()) return false;
  }
  return true;
}

function isWithin(address: usize, bytes: u64): bool {
  return <u64>address >= ARENA_START && <u64>address + bytes <= usedBytes();
}
