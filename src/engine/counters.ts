// The counters of a vector store, by name.
import { FAULTS, STATS } from "./abi.ts";
import { check, type Exports } from "./instance.ts";
import type { GraphFaults, StoreStats } from "./types.ts";

export function readStats({ stat }: Exports): Omit<StoreStats, "work"> {
  return {
    count: stat(STATS.Count) >>> 0,
    live: stat(STATS.Live) >>> 0,
    capacity: stat(STATS.Capacity) >>> 0,
    indexed: stat(STATS.Indexed) >>> 0,
    nodes: stat(STATS.Nodes) >>> 0,
    unchecked: stat(STATS.Unchecked) >>> 0,
    unreachable: stat(STATS.Unreachable) >>> 0,
    relinked: stat(STATS.Relinked) >>> 0,
    usedBytes: stat(STATS.UsedBytes) >>> 0,
  };
}

/** Returns the slots in the graph; until its first batch is complete, the slots of this batch that are. */
export function countInserted({ stat }: Exports): number {
  return Math.max(stat(STATS.Indexed), stat(STATS.Nodes) + stat(STATS.Duplicates));
}

/** Checks the whole graph. @throws OutOfMemory */
export function countFaults({ validate, fault }: Exports, worker: number): GraphFaults {
  check(validate(worker));
  return {
    unreachable: fault(worker, FAULTS.Unreachable) >>> 0,
    oneWay: fault(worker, FAULTS.OneWay) >>> 0,
    broken: fault(worker, FAULTS.Broken) >>> 0,
  };
}
