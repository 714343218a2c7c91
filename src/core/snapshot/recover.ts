// Creates a collection from a snapshot and replaces the one of that name.
// The decision: it is created under a temporary name, through the log like every other write, and takes the name in one
// step when it is complete. Until then the old collection serves, and a failure leaves it unchanged. So recovered
// points are as durable as written ones, and a start needs no code for snapshots.
import { DamagedFile } from "../../errors/failures.ts";
import type { Committed } from "../catalogue/commits.ts";
import type { Lifecycle } from "../catalogue/lifecycle.ts";
import type { Collection } from "../collection/collection.ts";
import type { VectorAdmission } from "../collection/live-vectors.ts";
import type { CollectionConfig } from "../config/types.ts";
import type { PointDraft, UpsertDraft, UpsertPoints } from "../record/operation.ts";
import { decodeOperation, type EncodedOperation } from "../record/record.ts";
import { eachRow } from "../record/vector-rows.ts";

interface RecoverParts {
  readonly lifecycle: Lifecycle;
  readonly write: (collection: Collection, draft: PointDraft, slots: number) => Promise<Committed>;
}

export interface Recovery {
  readonly name: string;
  readonly config: CollectionConfig;
  readonly points: number;
  /** Returns the next records of its points, and none after the last. */
  readonly next: () => Promise<readonly EncodedOperation[]>;
  /** Checks whether its vectors are allowed by the limit, when all of them are written. */
  readonly admit?: VectorAdmission | undefined;
}

/** Creates the collection. @throws DamagedFile if the number of points is not the expected one */
export async function recoverCollection(
  { lifecycle, write }: RecoverParts,
  recovery: Recovery,
): Promise<void> {
  const { name, config, next } = recovery;
  const prepared = await lifecycle.prepare(name, config);
  try {
    for (let records = await next(); records.length > 0; records = await next()) {
      for (const { type, body } of records) {
        const points = decodeOperation(type, body) as UpsertPoints;
        const { applied } = await write(prepared, draftFor(prepared, points), points.ids.length);
        await applied;
      }
    }
    if (prepared.points !== recovery.points) {
      throw new DamagedFile(name, 0, `it has ${prepared.points} points of ${recovery.points}`);
    }
    await lifecycle.install(prepared, recovery.admit);
  } catch (error) {
    // A collection that cannot be removed now is removed at the next start.
    await lifecycle.abandon(prepared).catch(() => {});
    throw error;
  }
}

function draftFor({ uuid }: Collection, { ids, fields, payloads }: UpsertPoints): UpsertDraft {
  return {
    kind: "upsert_points",
    collection: uuid,
    ids,
    fields: fields.map(({ name, rows, vectors }) => ({
      name,
      dimension: vectors.dimension,
      rows: rows ? [...rows] : Array.from({ length: vectors.count }, (_, row) => row),
      vectors: eachRow(vectors),
    })),
    payloads,
  };
}
