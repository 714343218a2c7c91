// Changes of the payloads of existing points: set, overwrite, delete keys, clear.
// The decision: all points are checked first (by their sizes, so few payloads have to be read), then written as records
// of limited size, one after another. A change of one record is all or nothing; of a larger one, a crash or a full disk
// may leave the first records written. All errors of the client are found before.

import type { Committed } from "../../core/catalogue/commits.ts";
import type { WritePoints } from "../../core/catalogue/writer.ts";
import type { Collection } from "../../core/collection/collection.ts";
import { EVERY_ITEM } from "../../core/filter/filter.ts";
import { parsePath } from "../../core/filter/path.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { pause } from "../../scheduling/pause.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { RawJson } from "../../schema/leaf.ts";
import { MAX_PAYLOAD_BYTES, MAX_PAYLOAD_DEPTH } from "../../schema/limits.ts";
import type { DeletePayload, Selection, SetPayload } from "../../schema/point-write.ts";
import { each } from "../common/each.ts";
import { type PathTree, pathTree } from "../common/payload-paths.ts";
import { portions } from "../common/portions.ts";
import type { Change } from "./change.ts";
import { type Patch, patchedAll } from "./payload-patch.ts";
import { inRecords } from "./records.ts";
import { type AbsentIds, neededOf, refsOf, type Selected, selectedBy } from "./selection.ts";

/** Merges members into the payload, or into the object at `key`. */
export const setPayload = payloadWrite((request: SetPayload, where) => {
  const payload = objectOf(request.payload, where);
  const at = request.key == null ? null : parsePath(request.key);
  const depth = payload.depth + (at?.steps.length ?? 0);
  if (depth > MAX_PAYLOAD_DEPTH) {
    const limit = `expected at most ${MAX_PAYLOAD_DEPTH} levels of nesting`;
    throw new InvalidArgument(`${where}payload: ${limit}, got ${depth} with those of the key`);
  }
  return { kind: "merge", at, payload: payload.bytes };
});

export const overwritePayload = payloadWrite((request: SetPayload, where) => {
  const payload = objectOf(request.payload, where);
  if (request.key != null) {
    throw new InvalidArgument(
      `${where}key: overwriting replaces the whole payload; leave the key out, or set the payload instead`,
    );
  }
  return { kind: "replace", payload: payload.bytes };
});

export const deletePayload = payloadWrite(({ keys }: DeletePayload) => {
  return { kind: "remove", paths: removable(keys) };
});

export const clearPayload = payloadWrite((_: Selection) => ({ kind: "clear" }));

/**
 * Ignores paths that end at one item of an array: the next item would take its position, so a request that is repeated
 * because its response was lost would remove two. Members of that item, and all items by `a[]`, are removed.
 */
function removable(keys: readonly string[]): PathTree {
  const paths = keys.map((key) => parsePath(key));
  return pathTree(paths.filter(({ steps }) => typeof steps.at(-1) !== "number"));
}

function objectOf(payload: RawJson | null, where: string): RawJson {
  if (payload === null) throw new InvalidArgument(`${where}payload: expected an object, got null`);
  return payload;
}

/** Returns the function that makes a change of a request. @param patchOf reads the request, at the path `where` */
function payloadWrite<R extends Selection>(patchOf: (request: R, where: string) => Patch) {
  return (collection: Collection, request: R, where: string, absent: AbsentIds): Change => {
    const patch = patchOf(request, where);
    const selected = selectedBy(request, where, "payload", absent);
    return {
      reads: selected.ids ?? "unknown",
      effect: { needs: neededOf(selected.ids, absent) },
      mayAdd: 0,
      estimate: async (forecast) => forecast.change(),
      run: (write, signal) => collection.reading(() => change(collection, patch, selected, write, signal)),
    };
  };
}

async function change(
  collection: Collection,
  patch: Patch,
  selected: Selected,
  write: WritePoints,
  signal: CancelSignal,
): Promise<Committed> {
  const { reads } = collection;
  const slots = await refsOf(collection, selected, signal);
  const most = maxGrowth(patch);
  const bytesOf = (ref: PointRef) =>
    patch.kind === "replace" ? patch.payload.length : reads.payloadLength(ref);
  const doubtful: PointRef[] = [];
  const isDoubtful = (ref: PointRef) => reads.payloadLength(ref) + most > MAX_PAYLOAD_BYTES;
  await runInSlices(each(slots, (slot) => isDoubtful(slot) && doubtful.push(slot)));
  for (const portion of portions(doubtful, bytesOf)) await patchedAt(collection, portion, patch);
  return inRecords(
    slots,
    (slot) => bytesOf(slot) + Math.min(most, MAX_PAYLOAD_BYTES),
    async (record) => {
      const payloads: (Uint8Array | null)[] = [];
      for (const portion of portions(record, bytesOf)) {
        if (payloads.length > 0) await pause();
        payloads.push(...(await patchedAt(collection, portion, patch)));
      }
      const ids = reads.packedIds(record);
      return write({ kind: "set_payloads", collection: collection.uuid, ids, payloads }, 0);
    },
  );
}

/** Returns the payloads of the slots after the patch. @throws PayloadTooLarge */
async function patchedAt(
  { reads }: Collection,
  refs: readonly PointRef[],
  patch: Patch,
): Promise<(Uint8Array | null)[]> {
  // Payloads that the patch does not need are not read.
  const before = patch.kind === "replace" || patch.kind === "clear" ? null : await reads.payloads(refs);
  const all = before ?? refs.map(() => null);
  return runInSlices(patchedAll(all, patch, (i) => reads.idOf(refs[i]!)));
}

/** Returns an upper bound of the bytes that a payload can grow by; infinite if it depends on the items of an array. */
function maxGrowth(patch: Patch): number {
  if (patch.kind !== "merge") return 0;
  const steps = patch.at?.steps ?? [];
  if (steps.includes(EVERY_ITEM)) return Number.POSITIVE_INFINITY;
  // Each step of the path may become a key with escapes, quotes, a colon, a comma and brackets.
  return steps.reduce<number>((sum, step) => sum + 6 * String(step).length + 6, patch.payload.length + 2);
}
