// Reads writes of many points, point by point.
// The decision: only points can be numerous in a request. They occur in three messages and in two kinds of a fourth,
// which are listed here with their field numbers. A test compares the results with those of the reader for small
// messages.

import { MAX_BATCH_OPERATIONS, MAX_BATCH_POINTS } from "../../schema/limits.ts";
import { messages } from "../wire/messages.ts";
import { type ListField, type Notes, type Reading, SPLIT_BYTES, split, whole } from "../wire/split.ts";
import type { Codec } from "./codec.ts";
import * as writes from "./writes.ts";

const {
  PointStruct,
  PointVectors,
  PointsUpdateOperation,
  UpdateBatchPoints,
  UpdatePointVectors,
  PointsUpdateOperation_PointStructList: UpsertList,
  UpsertPoints,
  PointsUpdateOperation_UpdateVectors: VectorsList,
} = messages;

const WITH_LENGTH = 2;
const tagOf = (field: number) => (field << 3) | WITH_LENGTH;
const objects =
  <Message>(codec: Codec<Message>) =>
  (message: Message, where: string) =>
    codec.read(message, where) as object;

const point = whole(PointStruct, writes.point.read);
const vectors = whole(PointVectors, writes.vectorsOfPoint.read);
const list = (field: number, item: Reading, most: number, name = "points"): ListField => ({
  field,
  name,
  most,
  item,
});

const singleUpsert = split(UpsertList, objects(writes.singleUpsert), list(1, point, MAX_BATCH_POINTS));
const singleVectors = split(
  VectorsList,
  objects(writes.singleUpdateVectors),
  list(1, vectors, MAX_BATCH_POINTS),
);
const otherWrite = whole(PointsUpdateOperation, writes.operation.read);
const UPSERT = tagOf(1);
const UPDATE_VECTORS = tagOf(7);

/** Reads one write of a batch. A large one has no field but the one of its kind. */
function* operation(bytes: Uint8Array, where: string, notes: Notes): Generator<void, unknown> {
  const inside = bytes.length > SPLIT_BYTES ? onlyField(bytes) : null;
  if (inside !== null && bytes[0] === UPSERT) {
    return { upsert: yield* singleUpsert(inside, `${where}.upsert`, notes) };
  }
  if (inside !== null && bytes[0] === UPDATE_VECTORS) {
    return { update_vectors: yield* singleVectors(inside, `${where}.update_vectors`, notes) };
  }
  return yield* otherWrite(bytes, where, notes);
}

/** Returns the content of the only field of a message; null: there are others. */
function onlyField(bytes: Uint8Array): Uint8Array | null {
  let length = 0;
  let at = 1;
  for (let shift = 0; shift < 28; shift += 7, at++) {
    length |= (bytes[at]! & 0x7f) << shift;
    if (bytes[at]! < 0x80) break;
  }
  return at + 1 + length === bytes.length ? bytes.subarray(at + 1) : null;
}

export const upsertPoints = split(
  UpsertPoints,
  objects(writes.upsertPoints),
  list(3, point, MAX_BATCH_POINTS),
);
export const updatePointVectors = split(
  UpdatePointVectors,
  objects(writes.updatePointVectors),
  list(3, vectors, MAX_BATCH_POINTS),
);
export const updateBatch = split(
  UpdateBatchPoints,
  objects(writes.updateBatch),
  list(3, operation, MAX_BATCH_OPERATIONS, "operations"),
);
