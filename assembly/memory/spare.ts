// Spare chunks for the columns of the graph: a graph that replaces another is written there, beside the one that
// searches walk.
// The decision: chunks are exchanged when the new graph is complete, so searches walk the old graph, then the new one.
// A walk under way goes on in the new graph: both lead to published slots only, and addresses are stored as a whole.
// Only chunks with slots that the old graph covers have spare ones; no walk comes to the others, which are written in
// place. The old chunks are spare chunks then, for the next time; memory is never freed.
import { Column, Status } from "../abi";
import { allocate, ensureFree } from "./arena";
import { chunkOf, columnBytes, defineColumn, itemBytes, itemOf, setChunk, setTable, tableOf } from "./column";
import { chunkShift, HEADER, indexed, SPARE_CHUNKS } from "./layout";

/** The columns of the graph have consecutive numbers, and so have their spare columns. */
const FIRST: u32 = Column.Links;
const LAST: u32 = Column.Products;
const OFFSET: u32 = Column.SpareLinks - Column.Links;
/** Each column may lose this much to alignment, once for a table and once for chunks. */
const SLACK: u64 = 2 * 64;

/** Gives spare columns the items of those of the graph. */
export function defineSpare(): void {
  for (let column = FIRST; column <= LAST; column++) defineColumn(column + OFFSET, itemBytes(column));
}

/**
 * Allocates spare chunks for all chunks with slots that the graph covers.
 * @returns the slots below which a graph is to be written to spare columns, or OutOfMemory, with nothing changed
 */
export function reserveSpare(): i32 {
  const shift = chunkShift();
  const chunks = (indexed() + (1 << shift) - 1) >> shift;
  const have = load<u32>(HEADER, SPARE_CHUNKS);
  if (chunks > have && !addSpare(have, chunks)) return Status.OutOfMemory;
  return <i32>(chunks << shift);
}

function addSpare(have: u32, chunks: u32): bool {
  let needed: u64 = 0;
  for (let column = FIRST; column <= LAST; column++) {
    needed += bytesOf(column) * (chunks - have) + ((<u64>chunks) << 2) + SLACK;
  }
  if (!ensureFree(needed)) return false;
  for (let column = FIRST; column <= LAST; column++) {
    const bytes = bytesOf(column);
    if (bytes == 0) continue;
    const spare = column + OFFSET;
    const table = allocate((<u64>chunks) << 2);
    const added = allocate(bytes * (chunks - have));
    if (table == 0 || added == 0) return false;
    if (have > 0) memory.copy(table, tableOf(spare), (<usize>have) << 2);
    setTable(spare, table);
    for (let chunk = have; chunk < chunks; chunk++) {
      setChunk(spare, chunk, added + <usize>bytes * (chunk - have));
    }
  }
  store<u32>(HEADER, chunks, SPARE_CHUNKS);
  return true;
}

function bytesOf(column: Column): u64 {
  return columnBytes(column, 1 << chunkShift());
}

/**
 * Returns the address of a slot's item where a new graph is written.
 * @param spareSlots what `reserveSpare` has returned
 */
export function newItemOf(column: Column, slot: u32, spareSlots: u32): usize {
  return itemOf(slot < spareSlots ? column + OFFSET : column, slot);
}

/** Exchanges the chunks of the slots below `spareSlots` with the spare ones. */
export function exchangeSpare(spareSlots: u32): void {
  const chunks = spareSlots >> chunkShift();
  for (let column = FIRST; column <= LAST; column++) {
    if (itemBytes(column) == 0) continue;
    for (let chunk: u32 = 0; chunk < chunks; chunk++) {
      const old = chunkOf(column, chunk);
      setChunk(column, chunk, chunkOf(column + OFFSET, chunk));
      setChunk(column + OFFSET, chunk, old);
    }
  }
}
