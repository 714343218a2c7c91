// Codecs of writes to points, single ones and batches.
import type { PointStruct, PointsUpdateOperation, PointVectors, UpdateMode } from "../gen/azimuth.d.ts";
import { enums, messages } from "../wire/messages.ts";
import { type Codec, ignored, keyed, list, word } from "./codec.ts";
import { filter } from "./filters.ts";
import { record, SPREAD } from "./record.ts";
import { names, selection } from "./selectors.ts";
import { payload, pointPayload } from "./values.ts";
import { pointId, pointVectors } from "./vectors.ts";

/**
 * Options that have no effect: a single server has one copy of everything, and the deadline of the call is the timeout.
 */
const alone = { ordering: ignored, shard_key_selector: ignored, timeout: ignored };

const updateMode = word<UpdateMode>({
  upsert: enums.UpdateMode.Upsert,
  insert_only: enums.UpdateMode.InsertOnly,
  update_only: enums.UpdateMode.UpdateOnly,
});

const VECTOR = { vectors: "vector" };
const point = record(
  messages.PointStruct,
  { id: pointId, payload: pointPayload, vectors: pointVectors },
  VECTOR,
);
const vectorsOfPoint = record(messages.PointVectors, { id: pointId, vectors: pointVectors }, VECTOR);
const points: Codec<PointStruct[]> = list(point);
const vectors: Codec<PointVectors[]> = list(vectorsOfPoint);

const upsert = { points, update_filter: filter, update_mode: updateMode };
const updateVectors = { points: vectors, update_filter: filter };
const selected = { points_selector: selection };
const setPayload = { payload, ...selected };
const deleteVectors = { vectors: names, ...selected };

const BY_SELECTOR = { points_selector: SPREAD };
const BY_POINTS = { points: SPREAD };

export const upsertPoints = record(messages.UpsertPoints, { ...alone, ...upsert });
export const deletePoints = record(messages.DeletePoints, { ...alone, points: selection }, BY_POINTS);
export const updatePointVectors = record(messages.UpdatePointVectors, { ...alone, ...updateVectors });
export const deletePointVectors = record(
  messages.DeletePointVectors,
  { ...alone, ...deleteVectors },
  BY_SELECTOR,
);
export const setPointPayload = record(messages.SetPayloadPoints, { ...alone, ...setPayload }, BY_SELECTOR);
export const deletePointPayload = record(
  messages.DeletePayloadPoints,
  { ...alone, ...selected },
  BY_SELECTOR,
);
export const clearPointPayload = record(
  messages.ClearPayloadPoints,
  { ...alone, points: selection },
  BY_POINTS,
);

const ignoredFields = { shard_key_selector: ignored };
const singleDelete = record(
  messages.PointsUpdateOperation_DeletePoints,
  { ...ignoredFields, points: selection },
  BY_POINTS,
);
const singleClear = record(
  messages.PointsUpdateOperation_ClearPayload,
  { ...ignoredFields, points: selection },
  BY_POINTS,
);

const singleUpsert = record(messages.PointsUpdateOperation_PointStructList, { ...ignoredFields, ...upsert });
const singleUpdateVectors = record(messages.PointsUpdateOperation_UpdateVectors, {
  ...ignoredFields,
  ...updateVectors,
});

type OperationKind = NonNullable<PointsUpdateOperation["operation"]>;

/** One write of a batch. Of the kinds with the same name the last one is written. */
export const operation = keyed<"operation", OperationKind>(
  "operation",
  {
    upsert: singleUpsert,
    set_payload: record(
      messages.PointsUpdateOperation_SetPayload,
      { ...ignoredFields, ...setPayload },
      BY_SELECTOR,
    ),
    overwrite_payload: record(
      messages.PointsUpdateOperation_OverwritePayload,
      { ...ignoredFields, ...setPayload },
      BY_SELECTOR,
    ),
    delete_payload: record(
      messages.PointsUpdateOperation_DeletePayload,
      { ...ignoredFields, ...selected },
      BY_SELECTOR,
    ),
    update_vectors: singleUpdateVectors,
    delete_vectors: record(
      messages.PointsUpdateOperation_DeleteVectors,
      { ...ignoredFields, ...deleteVectors },
      BY_SELECTOR,
    ),
    delete_deprecated: selection,
    clear_payload_deprecated: selection,
    delete_points: singleDelete,
    clear_payload: singleClear,
  },
  { delete_points: "delete", delete_deprecated: "delete", clear_payload_deprecated: "clear_payload" },
);

export const updateBatch = record(messages.UpdateBatchPoints, {
  operations: list(operation),
  ordering: ignored,
  timeout: ignored,
});
