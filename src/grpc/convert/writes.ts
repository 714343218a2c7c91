// Codecs of writes to points, single ones and batches.
import type {
  ClearPayloadPoints,
  DeletePayloadPoints,
  DeletePoints,
  DeletePointVectors,
  PointsUpdateOperation_ClearPayload as OneClearPayload,
  PointsUpdateOperation_DeletePayload as OneDeletePayload,
  PointsUpdateOperation_DeletePoints as OneDeletePoints,
  PointsUpdateOperation_DeleteVectors as OneDeleteVectors,
  PointsUpdateOperation_OverwritePayload as OneOverwritePayload,
  PointsUpdateOperation_SetPayload as OneSetPayload,
  PointsUpdateOperation_UpdateVectors as OneUpdateVectors,
  PointsUpdateOperation_PointStructList as OneUpsert,
  PointStruct,
  PointsUpdateOperation,
  PointVectors,
  SetPayloadPoints,
  UpdateBatchPoints,
  UpdateMode,
  UpdatePointVectors,
  UpsertPoints,
} from "../gen/azimuth.d.ts";
import { enums } from "../wire/messages.ts";
import { type Codec, flag, ignored, keyed, list, record, SPREAD, text, word } from "./codec.ts";
import { filter } from "./filters.ts";
import { names, selection } from "./selectors.ts";
import { payload, pointPayload } from "./values.ts";
import { pointId, pointVectors } from "./vectors.ts";

/**
 * Options that have no effect: a single server has one copy of everything, and the deadline of the call is the timeout.
 */
const alone = { ordering: ignored, shard_key_selector: ignored, timeout: ignored };
const request = { collection_name: text, wait: flag, ...alone };

const updateMode = word<UpdateMode>({
  upsert: enums.UpdateMode.Upsert,
  insert_only: enums.UpdateMode.InsertOnly,
  update_only: enums.UpdateMode.UpdateOnly,
});

const VECTOR = { vectors: "vector" };
export const point = record<PointStruct>(
  { id: pointId, payload: pointPayload, vectors: pointVectors },
  VECTOR,
);
export const vectorsOfPoint = record<PointVectors>({ id: pointId, vectors: pointVectors }, VECTOR);
const points: Codec<PointStruct[]> = list(point);
const vectors: Codec<PointVectors[]> = list(vectorsOfPoint);

const upsert = { points, update_filter: filter, update_mode: updateMode };
const updateVectors = { points: vectors, update_filter: filter };
const selected = { points_selector: selection };
const setPayload = { payload, key: text, ...selected };
const deletePayload = { keys: list(text), ...selected };
const deleteVectors = { vectors: names, ...selected };

const BY_SELECTOR = { points_selector: SPREAD };
const BY_POINTS = { points: SPREAD };

export const upsertPoints = record<UpsertPoints>({ ...request, ...upsert });
export const deletePoints = record<DeletePoints>({ ...request, points: selection }, BY_POINTS);
export const updatePointVectors = record<UpdatePointVectors>({ ...request, ...updateVectors });
export const deletePointVectors = record<DeletePointVectors>({ ...request, ...deleteVectors }, BY_SELECTOR);
export const setPointPayload = record<SetPayloadPoints>({ ...request, ...setPayload }, BY_SELECTOR);
export const deletePointPayload = record<DeletePayloadPoints>({ ...request, ...deletePayload }, BY_SELECTOR);
export const clearPointPayload = record<ClearPayloadPoints>({ ...request, points: selection }, BY_POINTS);

const one = { shard_key_selector: ignored };
const oneDelete = record<OneDeletePoints>({ ...one, points: selection }, BY_POINTS);
const oneClear = record<OneClearPayload>({ ...one, points: selection }, BY_POINTS);

export const oneUpsert = record<OneUpsert>({ ...one, ...upsert });
export const oneUpdateVectors = record<OneUpdateVectors>({ ...one, ...updateVectors });

type OperationKind = NonNullable<PointsUpdateOperation["operation"]>;

/** One write of a batch. Of the kinds with the same name the last one is written. */
export const operation = keyed<"operation", OperationKind>(
  "operation",
  {
    upsert: oneUpsert,
    set_payload: record<OneSetPayload>({ ...one, ...setPayload }, BY_SELECTOR),
    overwrite_payload: record<OneOverwritePayload>({ ...one, ...setPayload }, BY_SELECTOR),
    delete_payload: record<OneDeletePayload>({ ...one, ...deletePayload }, BY_SELECTOR),
    update_vectors: oneUpdateVectors,
    delete_vectors: record<OneDeleteVectors>({ ...one, ...deleteVectors }, BY_SELECTOR),
    delete_deprecated: selection,
    clear_payload_deprecated: selection,
    delete_points: oneDelete,
    clear_payload: oneClear,
  },
  { delete_points: "delete", delete_deprecated: "delete", clear_payload_deprecated: "clear_payload" },
);

export const updateBatch = record<UpdateBatchPoints>({
  collection_name: text,
  wait: flag,
  operations: list(operation),
  ordering: ignored,
  timeout: ignored,
});
