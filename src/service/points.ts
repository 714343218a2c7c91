// Use cases about points: writing them, reading them by id, deleting and counting them.
// The decision: a request is checked whole, against the collection it names, before anything is written.
import type { Collection } from "../core/collection.ts";
import type { FieldConfig } from "../core/collection-config.ts";
import type { Database } from "../core/database.ts";
import type { FieldDraft, PointDraft } from "../core/operation.ts";
import { PackedIds } from "../core/point-id.ts";
import { DimensionMismatch, InvalidArgument, PointNotFound } from "../errors.ts";
import type { PointId } from "../schema/leaf.ts";
import type {
  CountPoints,
  DeletePoints,
  GetPoint,
  Point,
  Record as PointRecord,
  PointVector,
  RetrievePoints,
  UpdateResult,
  UpsertPoints,
} from "../schema/point.ts";
import { AnswerBudget, readRecords, selectorOf } from "./record-reader.ts";

export class PointsService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async upsert({ collection_name, points, wait }: UpsertPoints): Promise<UpdateResult> {
    const collection = this.#database.collection(collection_name);
    const draft: PointDraft = {
      kind: "upsert_points",
      collection: collection.uuid,
      ids: PackedIds.pack(points.map(({ id }) => id)),
      fields: fieldDrafts(collection, points),
      payloads: points.map(({ payload }) => payload?.bytes ?? null),
    };
    return this.#write(collection, draft, points.length, wait);
  }

  async delete({ collection_name, points, wait }: DeletePoints): Promise<UpdateResult> {
    const collection = this.#database.collection(collection_name);
    const draft: PointDraft = {
      kind: "delete_points",
      collection: collection.uuid,
      ids: PackedIds.pack(points),
    };
    return this.#write(collection, draft, 0, wait);
  }

  /** The records in the order asked, each id once. @throws PointNotFound naming the first absent id */
  async retrieve(request: RetrievePoints): Promise<PointRecord[]> {
    const collection = this.#database.collection(request.collection_name);
    const { with_payload = true } = request;
    const selector = selectorOf(
      collection,
      with_payload,
      request.with_vector ?? request.with_vectors ?? false,
    );
    return collection.reading(async () => {
      const found = await collection.reads.find(request.ids);
      const slots = new Set<number>();
      found.forEach((slot, i) => {
        if (slot === null) throw new PointNotFound(String(request.ids[i]));
        slots.add(slot);
      });
      return readRecords(collection, [...slots], selector, new AnswerBudget());
    });
  }

  async get({ collection_name, id }: GetPoint): Promise<PointRecord> {
    const [record] = await this.retrieve({
      collection_name,
      ids: [id],
      with_payload: true,
      with_vector: true,
    });
    return record!;
  }

  async count({ collection_name }: CountPoints): Promise<{ count: number }> {
    return { count: this.#database.collection(collection_name).points };
  }

  async #write(collection: Collection, draft: PointDraft, slots: number, wait = true): Promise<UpdateResult> {
    const { lsn, applied } = await this.#database.write(collection, draft, slots);
    if (wait) {
      await applied;
      return { operation_id: lsn, status: "Completed" };
    }
    // Should applying fail, the collection reports itself as damaged; the write itself is durable.
    applied.catch(() => {});
    return { operation_id: lsn, status: "Acknowledged" };
  }
}

/** The vectors of all points, gathered by name. */
function fieldDrafts(collection: Collection, points: readonly Point[]): FieldDraft[] {
  const drafts = new Map<string, FieldDraft>();
  for (const { name, size } of collection.config.vectors)
    drafts.set(name, { name, dimension: size, rows: [], vectors: [] });
  points.forEach(({ id, vector }, row) => {
    for (const [name, values] of namedVectors(vector)) {
      const draft = drafts.get(name);
      if (!draft) throw unknownVector(collection, name, `points[${row}].vector: `);
      checkDimension(values, draft.dimension, id);
      draft.rows.push(row);
      draft.vectors.push(values);
    }
  });
  return [...drafts.values()].filter(({ rows }) => rows.length > 0);
}

/** A bare array is the unnamed vector, called "". */
function namedVectors(vector: PointVector): [string, Float32Array][] {
  return vector instanceof Float32Array ? [["", vector]] : Object.entries(vector);
}

export function checkDimension(vector: Float32Array, dimension: number, id: PointId | ""): void {
  if (vector.length !== dimension) throw new DimensionMismatch(String(id), dimension, vector.length);
}

/** The field a query means. @throws InvalidArgument naming those there are */
export function fieldOf(collection: Collection, name: string): FieldConfig {
  const field = collection.field(name);
  if (!field) throw unknownVector(collection, name, "vector: ");
  return field;
}

function unknownVector(collection: Collection, name: string, where: string): InvalidArgument {
  const names = collection.config.vectors.map((field) =>
    field.name === "" ? "the unnamed one" : `'${field.name}'`,
  );
  const asked = name === "" ? "an unnamed vector" : `a vector named '${name}'`;
  return new InvalidArgument(
    `${where}collection '${collection.name}' has no ${asked.replace(/^an? /, "")}; it has ${names.join(", ")}`,
  );
}
