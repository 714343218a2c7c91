// Use cases of deletes: deleting points, for good or so that it can be undone, listing such deletions, restoring.
// The decision: only what asks for `undo_seconds` is kept. A deletion belongs to the server that was asked, because it
// is no part of the log: a follower has none of its leader's, and the servers of a cluster keep none.
import type { Collection } from "../core/collection/collection.ts";
import type { Database } from "../core/database/database.ts";
import type { Deletion } from "../core/snapshot/deletions.ts";
import { DeletionNotFound, NoUndoInCluster } from "../errors/points.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import type { MaybeAnnotated } from "../schema/annotated.ts";
import type { CollectionRequest } from "../schema/collection.ts";
import type {
  DeletePoints,
  DeleteResult,
  DeletionList,
  RestoredPoints,
  RestorePoints,
} from "../schema/deletion.ts";
import type { UpdateResult } from "../schema/point-write.ts";
import type { Rules } from "../schema/rules.ts";
import type { PointsService } from "./points.ts";
import { deleteChange } from "./writes/delete.ts";
import { keptDelete } from "./writes/kept-delete.ts";
import { perform } from "./writes/perform.ts";
import { restoreChange } from "./writes/restore.ts";
import type { VectorCap } from "./writes/vector-cap.ts";

export class DeletionsService {
  readonly #database: Database;
  readonly #points: Pick<PointsService, "write">;
  readonly #cap: VectorCap | null;

  /** @param cap null: the number of vectors is not limited */
  constructor(database: Database, points: Pick<PointsService, "write">, cap: VectorCap | null = null) {
    this.#database = database;
    this.#points = points;
    this.#cap = cap;
  }

  async delete(
    request: DeletePoints,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeAnnotated<DeleteResult>> {
    const { undo_seconds } = request;
    if (undo_seconds === undefined || rules.pointUndo === "unknown")
      return this.#points.write(request, deleteChange, rules, signal);
    if (this.#database.replication.member !== null) throw new NoUndoInCluster();
    let deletion: string | undefined;
    const onKept = (id: string) => {
      deletion = id;
    };
    const undo = { deletions: this.#database.deletions, undoMs: undo_seconds * 1000, onKept };
    const changeOf = (collection: Collection) => keptDelete(collection, request, undo);
    const result = (await this.#points.write(request, changeOf, rules, signal)) as UpdateResult;
    return deletion === undefined ? result : { ...result, deletion };
  }

  async list({ collection_name }: CollectionRequest): Promise<DeletionList> {
    const { uuid } = this.#database.collection(collection_name);
    return { deletions: this.#database.deletions.of(uuid).map(shown) };
  }

  /** Restores the points of a deletion whose ids do not exist again. It can then no longer be undone. */
  async restore(
    { collection_name, deletion }: RestorePoints,
    signal?: CancelSignal,
  ): Promise<RestoredPoints> {
    const { deletions } = this.#database;
    const collection = this.#database.collection(collection_name);
    const found = deletions.find(collection.uuid, deletion);
    if (found === null) throw new DeletionNotFound(deletion);
    const counts = { restored: 0, existing: 0 };
    const change = restoreChange(collection, found, (work) => deletions.reading(found, work), counts);
    const [committed] = await perform(this.#database, this.#cap, collection, [change], signal);
    await committed!.applied;
    await deletions.forget(found);
    return counts;
  }
}

function shown({ id, points, created, until }: Deletion) {
  return { deletion: id, points, deleted_at: created, deleted_until: new Date(until).toISOString() };
}
