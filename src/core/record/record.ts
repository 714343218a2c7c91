// Operations as bytes: the bodies of the log's records. All numbers are little-endian, all fields 4-byte aligned.
//
//   types 1-7 (collections)   the operation as a JSON object in UTF-8, without its kind. Keys are only ever added: one
//                             that a record does not have gets its default (collection-config.ts)
//   type 8, no_operation      empty; one byte, 1, for an entry of a cluster about points that were not here
//   type 9, set_parameters    as types 1-7
//
//   type 16, upsert_points
//     16       UUID of the collection, as four big-endian-ordered words like every UUID here (see point-id.ts)
//     u32      n, number of points
//     u32      f, number of vector fields
//     16 n     ids, four words each
//     n        id kinds (0 integer, 1 UUID), then padding to 4
//     f fields, see field-record.ts
//     4 n      length of each payload + 1; 0 = no payload
//     ...      the payloads, JSON in UTF-8, one after another
//
//   type 17, delete_points
//     16 UUID of the collection, u32 n, 16 n ids, n kinds
//
//   type 18, set_payloads
//     the same, padding to 4, then lengths and payloads as in type 16

import { VectorDbError } from "../../errors/vector-db-error.ts";
import { readKept, writeKept } from "../../json/kept.ts";
import { runWhole, type Sliced } from "../../scheduling/slices.ts";
import { completeConfig } from "../config/collection-config.ts";
import { aligned, ByteReader, ByteWriter, decodeText } from "../formats/bytes.ts";
import { ID_WORDS, PackedIds, unpackId } from "../slots/point-id.ts";
import { BYTES_PER_YIELD, fieldSize, readField, writeField } from "./field-record.ts";
import {
  type CatalogueOperation,
  type DeletePoints,
  type FieldVectors,
  type Operation,
  type OperationDraft,
  RECORD_TYPES,
  type SetPayloads,
  type UpsertDraft,
  type UpsertPoints,
} from "./operation.ts";

const UUID_BYTES = 16;
const ID_BYTES = ID_WORDS * 4;
const utf8 = new TextEncoder();

export interface EncodedOperation {
  readonly type: number;
  readonly body: Uint8Array;
}

/**
 * Whether the operation must be possible when the disk is full: it frees space, or may revoke a token, which a client
 * that fills the disk must not prevent.
 */
export function isUrgent({ kind }: Pick<Operation, "kind">): boolean {
  const freesSpace = kind === "delete_points" || kind === "drop_collection" || kind === "mark_collection";
  return freesSpace || kind === "set_parameters";
}

/** Returns memory for a body, with any content. */
type Allocate = (sizeBytes: number) => Uint8Array;

export function encodeOperation(draft: OperationDraft, allocate: Allocate): EncodedOperation {
  return runWhole(encodeInSlices(draft, allocate));
}

/**
 * Encodes an operation in slices, since its points may have 60 MB. Their vectors and payloads must not change until it
 * is done.
 */
export function* encodeInSlices(draft: OperationDraft, allocate: Allocate): Sliced<EncodedOperation> {
  const type = RECORD_TYPES[draft.kind];
  return { type, body: yield* encodeBody(draft, allocate) };
}

function* encodeBody(draft: OperationDraft, allocate: Allocate): Sliced<Uint8Array> {
  if (draft.kind === "upsert_points") return yield* encodeUpsert(draft, allocate);
  if (draft.kind === "delete_points") return yield* encodeDelete(draft, allocate);
  if (draft.kind === "set_payloads") return yield* encodeSetPayloads(draft, allocate);
  const { kind: _, ...fields } = draft;
  const json = utf8.encode(writeKept(fields));
  const writer = new ByteWriter(allocate(json.length));
  writer.raw(json);
  return writer.bytes;
}

/** @throws VectorDbError if this version writes no such type or body */
export function decodeOperation(type: number, body: Uint8Array): Operation {
  try {
    return decodeBody(type, body);
  } catch (cause) {
    if (cause instanceof VectorDbError) throw cause;
    throw new VectorDbError("INTERNAL", `log record of type ${type} has a body that cannot be read`, {
      cause,
    });
  }
}

/** Returns the UUID of the collection that a record drops, or null. */
export function droppedCollection(type: number, body: Uint8Array): string | null {
  if (type !== RECORD_TYPES.drop_collection) return null;
  const operation = decodeOperation(type, body);
  return operation.kind === "drop_collection" ? operation.collection : null;
}

function decodeBody(type: number, body: Uint8Array): Operation {
  if (type === RECORD_TYPES.no_operation) return { kind: "no_operation" };
  if (type === RECORD_TYPES.upsert_points) return decodeUpsert(new ByteReader(body));
  if (type === RECORD_TYPES.delete_points) return decodeDelete(new ByteReader(body));
  if (type === RECORD_TYPES.set_payloads) return decodeSetPayloads(new ByteReader(body));
  for (const [kind, number] of Object.entries(RECORD_TYPES)) {
    if (number === type) return decodeJson(kind, body);
  }
  throw new VectorDbError("INTERNAL", `log record of unknown type ${type}: written by a newer version?`);
}

function decodeJson(kind: string, body: Uint8Array): CatalogueOperation {
  const operation = { kind, ...(readKept(decodeText(body)) as object) } as CatalogueOperation;
  if (operation.kind !== "create_collection" && operation.kind !== "update_collection") return operation;
  return { ...operation, config: completeConfig(operation.config) };
}

function* encodeUpsert(
  { collection, ids, fields, payloads }: UpsertDraft,
  allocate: Allocate,
): Sliced<Uint8Array> {
  const points = ids.length;
  const sizes = fields.map((field) => fieldSize(field, points));
  const size = sizes.reduce(
    (sum, item) => sum + item,
    UUID_BYTES + 8 + idsSize(points) + payloadsSize(payloads),
  );
  const writer = new ByteWriter(allocate(size));
  writer.words(uuidWords(collection));
  writer.u32(points);
  writer.u32(fields.length);
  yield* writeIds(writer, ids);
  for (const field of fields) yield* writeField(writer, field, points);
  yield* writePayloads(writer, payloads);
  return writer.bytes;
}

function decodeUpsert(reader: ByteReader): UpsertPoints {
  const collection = uuidText(reader.words(ID_WORDS));
  const points = reader.u32();
  const fieldCount = reader.u32();
  const ids = readIds(reader, points);
  const fields: FieldVectors[] = [];
  for (let i = 0; i < fieldCount; i++) fields.push(readField(reader, points));
  return { kind: "upsert_points", collection, ids, fields, payloads: readPayloads(reader, points) };
}

function* encodeDelete({ collection, ids }: DeletePoints, allocate: Allocate): Sliced<Uint8Array> {
  const writer = new ByteWriter(allocate(UUID_BYTES + 4 + idsSize(ids.length)));
  writer.words(uuidWords(collection));
  writer.u32(ids.length);
  yield* writeIds(writer, ids);
  return writer.bytes;
}

function decodeDelete(reader: ByteReader): DeletePoints {
  const collection = uuidText(reader.words(ID_WORDS));
  return { kind: "delete_points", collection, ids: readIds(reader, reader.u32()) };
}

function* encodeSetPayloads(
  { collection, ids, payloads }: SetPayloads,
  allocate: Allocate,
): Sliced<Uint8Array> {
  const writer = new ByteWriter(allocate(UUID_BYTES + 4 + idsSize(ids.length) + payloadsSize(payloads)));
  writer.words(uuidWords(collection));
  writer.u32(ids.length);
  yield* writeIds(writer, ids);
  yield* writePayloads(writer, payloads);
  return writer.bytes;
}

function decodeSetPayloads(reader: ByteReader): SetPayloads {
  const collection = uuidText(reader.words(ID_WORDS));
  const ids = readIds(reader, reader.u32());
  return { kind: "set_payloads", collection, ids, payloads: readPayloads(reader, ids.length) };
}

type Payloads = readonly (Uint8Array | null)[];

function payloadsSize(payloads: Payloads): number {
  return payloads.reduce((size, payload) => size + 4 + (payload?.length ?? 0), 0);
}

function* writePayloads(writer: ByteWriter, payloads: Payloads): Sliced<void> {
  for (const payload of payloads) writer.u32(payload ? payload.length + 1 : 0);
  let written = 0;
  for (const payload of payloads) {
    if (!payload) continue;
    for (let from = 0; from < payload.length; from += BYTES_PER_YIELD) {
      const piece =
        payload.length <= BYTES_PER_YIELD ? payload : payload.subarray(from, from + BYTES_PER_YIELD);
      writer.raw(piece);
      written += piece.length;
      if (written < BYTES_PER_YIELD) continue;
      written = 0;
      yield;
    }
  }
}

function readPayloads(reader: ByteReader, points: number): (Uint8Array | null)[] {
  const lengths = reader.words(points);
  return Array.from(lengths, (length) => (length === 0 ? null : reader.raw(length - 1)));
}

function idsSize(points: number): number {
  return points * ID_BYTES + aligned(points);
}

function* writeIds(writer: ByteWriter, ids: PackedIds): Sliced<void> {
  for (let from = 0; from < ids.words.length; from += BYTES_PER_YIELD / 4) {
    if (from > 0) yield;
    writer.words(ids.words.subarray(from, from + BYTES_PER_YIELD / 4));
  }
  writer.raw(ids.kinds);
  writer.align();
}

function readIds(reader: ByteReader, points: number): PackedIds {
  const words = reader.words(points * ID_WORDS);
  const kinds = reader.raw(points);
  reader.align();
  return new PackedIds(kinds, words);
}

function uuidWords(uuid: string): Uint32Array {
  return PackedIds.pack([uuid]).words;
}

function uuidText(words: Uint32Array): string {
  return unpackId(Uint8Array.of(1), words, 0) as string;
}
