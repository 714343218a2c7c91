// Deletes that can be undone: the points are copied to a file before they are deleted.
// The decision: the copy is made while no other write can change these points, so that an undo loses no acknowledged
// write. As in other deletes, all points that match are deleted by one record, so all of them are deleted or none.
import type { Committed } from "../../core/catalogue/commits.ts";
import type { Collection } from "../../core/collection/collection.ts";
import { encodeOperation } from "../../core/record/record.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { Deletions } from "../../core/snapshot/deletions.ts";
import { recordBuffer } from "../../core/snapshot/take.ts";
import { type CancelSignal, nextStep } from "../../scheduling/cancel.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { Selection } from "../../schema/point-write.ts";
import { each } from "../common/each.ts";
import { portions } from "../common/portions.ts";
import type { Change } from "./change.ts";
import { refsOf, selectedBy } from "./selection.ts";
import { bytesOfWhole, type NewVectors, wholePoints } from "./whole-points.ts";

/** The points of one record of a file, and the bytes of their vectors and payloads. */
const RECORD_POINTS = 1024;
const RECORD_BYTES = 2 ** 20;
const UNCHANGED: NewVectors = new Map();

interface Undo {
  readonly deletions: Deletions;
  readonly undoMs: number;
  /** Receives the id of the deletion; it is not called if no point is deleted. */
  readonly onKept: (id: string) => void;
}

export function keptDelete(collection: Collection, request: Selection, undo: Undo): Change {
  const selected = selectedBy(request, "", "points", "left_out");
  return {
    reads: selected.ids ?? "unknown",
    effect: { removes: selected.ids ?? "unknown" },
    mayAdd: 0,
    estimate: async () => {}, // it adds nothing, and it is alone in its request
    run: (write, signal) =>
      collection.reading(async () => {
        const refs = await refsOf(collection, selected, signal);
        const ids = await collection.reads.manyPackedIds(refs);
        const remove = () => write({ kind: "delete_points", collection: collection.uuid, ids }, 0);
        return refs.length === 0 ? remove() : keep(collection, refs, { undo, remove, signal });
      }),
  };
}

interface Removal {
  readonly undo: Undo;
  readonly remove: () => Promise<Committed>;
  readonly signal: CancelSignal;
}

async function keep(
  collection: Collection,
  refs: readonly PointRef[],
  { undo, remove, signal }: Removal,
): Promise<Committed> {
  const { reads, uuid, lsn, config } = collection;
  let vectors = 0;
  const count = (ref: PointRef) => {
    for (const { name } of config.vectors) if (reads.hasVector(name, ref)) vectors++;
  };
  await runInSlices(each(refs, count));
  const fields = config.vectors.map(({ name, id }, position) => ({ name, id: id ?? position }));
  const facts = { collection: uuid, points: refs.length, vectors, fields, after: lsn, undoMs: undo.undoMs };
  const changesOf = () => UNCHANGED;
  const allocate = recordBuffer();
  const { id, result } = await undo.deletions.keep(
    facts,
    async (append) => {
      const bytesOf = bytesOfWhole(collection, changesOf);
      for (const some of portions(refs, bytesOf, RECORD_BYTES, RECORD_POINTS)) {
        await nextStep(signal);
        await append(encodeOperation(await wholePoints(collection, some, changesOf), allocate));
      }
    },
    remove,
  );
  undo.onKept(id);
  return result;
}
