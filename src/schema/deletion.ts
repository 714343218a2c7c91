// Requests and results about deletes of points, and about undoing them.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { MAX_DELETION_LENGTH, MAX_UNDO_SECONDS } from "./limits.ts";
import { DeletePointsSchema as PlainDeleteSchema, UpdateResultSchema } from "./point-write.ts";
import { anyOf } from "./shown.ts";

export const DeletePointsSchema = Type.Object(
  {
    ...PlainDeleteSchema.properties,
    /** Keep the points this long for `points/restore`. */
    undo_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_UNDO_SECONDS })),
  },
  { document: anyOf("points", "filter") },
);
export type DeletePoints = Static<typeof DeletePointsSchema>;

export const DeleteResultSchema = Type.Object({
  ...UpdateResultSchema.properties,
  /** The id of the deletion, for `points/restore`. Only with `undo_seconds`, and if a point was deleted. */
  deletion: Type.Optional(Type.String()),
});
export type DeleteResult = Static<typeof DeleteResultSchema>;

const DeletionSchema = Type.Object({
  deletion: Type.String(),
  /** The number of deleted points. */
  points: Type.Integer(),
  /** Times as in RFC 3339. */
  deleted_at: Type.String(),
  /** The time until which `points/restore` works. */
  deleted_until: Type.String(),
});

/** The newest first. */
export const DeletionListSchema = Type.Object({ deletions: Type.Array(DeletionSchema) });
export type DeletionList = Static<typeof DeletionListSchema>;

export const RestorePointsSchema = Type.Object({
  ...CollectionName,
  deletion: Type.String({ maxLength: MAX_DELETION_LENGTH }),
});
export type RestorePoints = Static<typeof RestorePointsSchema>;

export const RestoredPointsSchema = Type.Object({
  restored: Type.Integer(),
  /** The points that were not restored, because a point with that id exists again. */
  existing: Type.Integer(),
});
export type RestoredPoints = Static<typeof RestoredPointsSchema>;
