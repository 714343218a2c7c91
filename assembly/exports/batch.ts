// The exports for batches of insertions: the writer opens a batch, any thread searches, and the writer links.
import { Status } from "../abi";
import { linkMembers } from "../batch/link";
import { searchNext } from "../batch/search";
import { areSearched, batchState, isBatchOpen, openMembers, share } from "../batch/state";
import { efConstruct, entry } from "../memory/layout";
import { openRequest, walkOf } from "../search/request";

/**
 * Opens a batch of the next slots that the graph does not have. To be called by the writer, where there is a graph and
 * no batch is open. Until the batch is linked, nothing else may change the graph.
 * @param most the most slots that it may contain
 * @returns how many it contains, dead ones included; 0: the next slot is to be inserted alone; or OutOfMemory
 */
export function openBatch(worker: u32, most: u32): i32 {
  if (entry() == 0 || isBatchOpen()) return Status.InvalidArgument;
  if (!openRequest(worker, 1, 1, efConstruct(), 0, 0)) return Status.OutOfMemory;
  return openMembers(walkOf(worker), most) ? <i32>batchState().size : Status.OutOfMemory;
}

/**
 * Searches for the links of one member of the batch.
 * @returns 1; 0 if none is left that no thread has taken; or OutOfMemory
 */
export function searchBatch(worker: u32): i32 {
  if (!isBatchOpen()) return 0;
  if (!openRequest(worker, 1, 1, efConstruct(), 0, 0)) return Status.OutOfMemory;
  const searched = searchNext(walkOf(worker), batchState());
  return searched >= 0 ? searched : Status.OutOfMemory;
}

/** Returns whether the links of all members have been searched for, so that they can be linked. */
export function isBatchSearched(): bool {
  return isBatchOpen() && areSearched(batchState());
}

/** Lets members be taken again that a thread has taken and not searched for. To be called while no thread searches. */
export function shareBatchAgain(): void {
  if (isBatchOpen()) share(batchState());
}

/**
 * Links members of the batch, at most `most` of them. To be called by the writer, when all have been searched for.
 * @returns how many are left; 0: the batch is no longer open; or OutOfMemory
 */
export function linkBatch(worker: u32, most: u32): i32 {
  if (!isBatchSearched()) return Status.InvalidArgument;
  if (!openRequest(worker, 1, 1, efConstruct(), 0, 0)) return Status.OutOfMemory;
  return <i32>linkMembers(walkOf(worker), batchState(), most);
}
