// Several writes in one request, in order.
// The decision: all of them are checked against the collection, and their ids as far as possible, before the first is
// written, and no other write comes between them. If the third of five fails all the same (a full disk; an id that a
// filter of the second deleted), the first two stay written, the third to fifth are not, and the response is the error.
// The same applies if the client disconnects or the time limit is over, which is checked between them and while points
// are searched.

import type { Committed } from "../../core/catalogue/commits.ts";
import type { RunStep } from "../../core/catalogue/writer.ts";
import type { Collection } from "../../core/collection/collection.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { PointNotFound, WritesGivenUp } from "../../errors/points.ts";
import { DeadlineExceeded } from "../../errors/query.ts";
import { type CancelSignal, nextStep } from "../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { WRITE_NAMES, type Write } from "../../schema/point-write.ts";
import { each } from "../common/each.ts";
import type { Change, Effect } from "./change.ts";
import { deleteChange } from "./delete.ts";
import { clearPayload, deletePayload, overwritePayload, setPayload } from "./payload.ts";
import { type AbsentIds, keyOf } from "./selection.ts";
import { upsertChange } from "./upsert.ts";
import { deleteVectors, updateVectors } from "./vectors.ts";

type Make<K extends keyof Write> = (
  collection: Collection,
  request: NonNullable<Write[K]>,
  where: string,
  absent: AbsentIds,
) => Change | Sliced<Change>;

const MAKERS: { readonly [K in keyof Required<Write>]: Make<K> } = {
  upsert: upsertChange,
  delete: deleteChange,
  set_payload: setPayload,
  overwrite_payload: overwritePayload,
  delete_payload: deletePayload,
  clear_payload: clearPayload,
  update_vectors: updateVectors,
  delete_vectors: deleteVectors,
};

/** Returns the writes of a request. @throws InvalidArgument for the first that is invalid */
export function* changesOf(
  collection: Collection,
  writes: readonly Write[],
  absent: AbsentIds,
): Sliced<Change[]> {
  const changes: Change[] = [];
  for (const [index, write] of writes.entries()) {
    if (index > 0) yield;
    changes.push(yield* changeOf(collection, write, `operations[${index}]`, absent));
  }
  return changes;
}

function* changeOf(collection: Collection, write: Write, where: string, absent: AbsentIds): Sliced<Change> {
  const [name, ...others] = WRITE_NAMES.filter((kind) => write[kind] !== undefined);
  if (name === undefined || others.length > 0) {
    const given = Object.keys(write).join(", ") || "none";
    throw new InvalidArgument(`${where}: expected one of ${WRITE_NAMES.join(", ")}, got ${given}`);
  }
  const make = MAKERS[name] as Make<typeof name>;
  return yield* prepared(make(collection, write[name]!, `${where}.${name}.`, absent));
}

/** Unifies changes that are made at once with those that are made in slices. */
export function* prepared(change: Change | Sliced<Change>): Sliced<Change> {
  return "run" in change ? change : yield* change;
}

/**
 * Runs the changes one after another; each sees the effect of those before it.
 * @param runStep runs one change, again if another server of a cluster came between
 * @param admit called before the first change, when no check has failed
 * @param signal cancels the search for points, and changes that have not begun
 * @throws WritesGivenUp if it is cancelled before all changes are done
 */
export async function runAll(
  collection: Collection,
  changes: readonly Change[],
  runStep: RunStep,
  admit: () => Promise<void>,
  signal?: CancelSignal,
): Promise<Committed[]> {
  const all: Committed[] = [];
  try {
    // A single change checks its ids itself before it writes.
    if (changes.length > 1) await estimate(collection, changes, signal);
    await admit();
    for (const change of changes) {
      await all.at(-1)?.applied;
      // The first change runs in any case: a complete request is performed, whether its client waits or not.
      if (all.length > 0) await nextStep(signal);
      all.push(await runStep((write) => change.run(write, signal)));
    }
    return all;
  } catch (error) {
    throw error instanceof DeadlineExceeded ? new WritesGivenUp(all.length, changes.length) : error;
  }
}

/** @throws PointNotFound with the ids that the first failing write needs and that will not exist */
async function estimate(
  { reads }: Collection,
  changes: readonly Change[],
  signal: CancelSignal,
): Promise<void> {
  const effects = changes.map(({ effect }) => effect);
  const isThere = new Map<string, boolean>();
  for (const { needs = [] } of effects) {
    if (needs.length === 0) continue;
    await nextStep(signal);
    const refs = await reads.find(needs);
    await runInSlices(each(needs, (id, row) => isThere.set(keyOf(id), refs[row] !== null)));
  }
  // Only the ids that a write needs are tracked.
  if (isThere.size > 0) await runInSlices(checkNeeds(effects, isThere));
}

function* checkNeeds(effects: readonly Effect[], isThere: Map<string, boolean>): Sliced<void> {
  for (const { needs = [], adds = [], removes = [] } of effects) {
    yield;
    const absent = new Map<string, PointId>();
    yield* each(needs, (id) => isThere.get(keyOf(id)) || absent.set(keyOf(id), id));
    if (absent.size > 0) throw new PointNotFound([...absent.values()]);
    const become = (there: boolean) => (id: PointId) =>
      isThere.has(keyOf(id)) && isThere.set(keyOf(id), there);
    yield* each(adds, become(true));
    // The points that a filter deletes are unknown: a later write that needs one is refused when it runs.
    if (removes !== "unknown") yield* each(removes, become(false));
  }
}
