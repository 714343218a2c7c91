// Encodes responses: the result of an operation, the time that the server took, and what is said beside the result.
// The decision: a response follows from its definition. The field `result` has the whole result; a message without it
// has the members of the result as fields. A response is listed here only if it differs, or if it may have many points.

import { writeJson } from "../../json/writer.ts";
import type { Annotated } from "../../schema/annotated.ts";
import type { Messages } from "../gen/azimuth.d.ts";
import type { MessageCodec } from "../wire/codec.ts";
import { type MessageName, nameOf } from "../wire/messages.ts";
import type { PieceWriter } from "../wire/pieces.ts";
import { type Codec, ignored, list, only, text } from "./codec.ts";
import { collectionInfo, collectionReport, snapshotDescription } from "./collections.ts";
import { writeHits } from "./hits.ts";
import { all, each, groupAt, retrievedAt, scoredAt, type WriteItem, type WritePoints } from "./large.ts";
import { type MemberCodecs, type Names, record, wrapper } from "./record.ts";
import * as results from "./results.ts";
import * as shards from "./shards.ts";
import { pointId } from "./vectors.ts";

interface Form<Message> {
  /** Codecs of fields, as `record` takes them. */
  readonly fields?: MemberCodecs<Message>;
  /** The field for the whole result; absent: `result`. */
  readonly whole?: keyof Message & string;
  /** The members of the result, where their names differ from those of their fields. */
  readonly names?: Names<Message>;
  /** Writes the points of a large result one by one. */
  readonly points?: WritePoints;
  /** Returns the hits of the result, if the response has nothing else. */
  readonly hits?: (result: never) => readonly unknown[];
}

/** The fields of responses that have the points. */
const RESULT = 1;
const SCROLLED = 2;
const hit = scoredAt(RESULT, results.scoredPoint);
const itself = (items: readonly unknown[]) => items;
const pointsOf = ({ points }: { readonly points: readonly unknown[] }) => points;
const groupsOf = ({ groups }: { readonly groups: readonly unknown[] }) => groups;

/** @param write writes one item of the result @param listOf returns the items */
function eachOf<Result>(write: WriteItem, listOf: (result: Result) => readonly unknown[]) {
  return (result: Result, out: PieceWriter) => all(listOf(result), write, out);
}

const written = { fields: { result: results.updateResult } };
const searched = { fields: { result: results.scored }, points: eachOf(hit, itself), hits: itself };
const searchedBatch = {
  fields: { result: results.scoredBatch },
  points: eachOf(each(RESULT, hit, itself), itself),
};
const grouped = {
  fields: { result: results.groups },
  points: each(RESULT, groupAt(RESULT, results.group, results.scoredPoint), groupsOf),
};
/** The points of a page or of a query are a member of the result. */
const POINTS = { result: "points" };

const FORMS: { readonly [Name in MessageName]?: Form<Messages[Name]> } = {
  HealthCheckReply: { fields: { warnings: list(text, "none") } },
  GetCollectionInfoResponse: { fields: { result: collectionInfo } },
  CollectionClusterInfoResponse: { fields: shards.collectionCluster },
  CollectionStatusResponse: { fields: { result: collectionReport } },
  CreateSnapshotResponse: {
    whole: "snapshot_description",
    fields: { snapshot_description: snapshotDescription },
  },
  ListSnapshotsResponse: {
    whole: "snapshot_descriptions",
    fields: { snapshot_descriptions: list(snapshotDescription) },
  },
  ListTokensResponse: { whole: "tokens" },
  PointsOperationResponse: written,
  UpdateBatchResponse: { fields: { result: list(results.updateResult) } },
  GetResponse: {
    fields: { result: results.records },
    points: eachOf(retrievedAt(RESULT, results.retrievedPoint), itself),
  },
  ScrollResponse: {
    fields: { result: results.records, next_page_offset: pointId },
    names: POINTS,
    points: eachOf(retrievedAt(SCROLLED, results.retrievedPoint), pointsOf),
  },
  FacetResponse: { fields: { hits: results.hits } },
  SearchMatrixPairsResponse: { fields: { result: results.pairs } },
  SearchMatrixOffsetsResponse: { fields: { result: results.offsets } },
  QueryResponse: {
    fields: { result: results.scored },
    names: POINTS,
    points: eachOf(hit, pointsOf),
    hits: pointsOf,
  },
  QueryBatchResponse: {
    fields: { result: results.queriedBatch },
    points: eachOf(each(RESULT, hit, pointsOf), itself),
  },
  SearchResponse: searched,
  RecommendResponse: searched,
  DiscoverResponse: searched,
  SearchBatchResponse: searchedBatch,
  RecommendBatchResponse: searchedBatch,
  DiscoverBatchResponse: searchedBatch,
  QueryGroupsResponse: grouped,
  SearchGroupsResponse: grouped,
  RecommendGroupsResponse: grouped,
};

/** The encoder adds the time, the recall, the explanation and the usage of models. That of hardware is not counted. */
const AROUND = { time: ignored, usage: ignored, recall: ignored, explain_json: ignored };

/** The parts of a response that stand beside its result. */
type Beside = Partial<Pick<Annotated<unknown>, "recall" | "explain" | "usage">>;

/** Returns what the definitions of a package have fields for: Qdrant's have one for the usage of models. */
export function besideIn(name: "azimuth.v1" | "qdrant", found: Annotated<unknown>): Beside | undefined {
  if (name === "azimuth.v1") return found;
  return found.usage && { usage: found.usage };
}

function besideFields({ recall, explain, usage }: Beside) {
  return {
    ...(usage && { usage: results.usageField(usage) }),
    ...(recall && { recall: results.recallField(recall) }),
    ...(explain && { explain_json: writeJson(explain) }),
  };
}

/** Converts a result to a message. @param seconds that the server took */
type Encode<Encoded> = (result: unknown, seconds: number, beside?: Beside) => Encoded;

export interface Encoding extends Encode<object> {
  /** Returns the message as bytes. */
  readonly bytes: Encode<Buffer>;
  /** Null: the result is never large. */
  readonly large: LargeResultEncoding | null;
}

interface LargeResultEncoding {
  /** Returns the message without its points. */
  readonly rest: Encode<object>;
  readonly points: WritePoints;
}

export function resultCodec(definition: MessageCodec): Codec<object> {
  const { fields, whole, names } = formOf(definition);
  if (whole !== undefined) return wrapper(definition, whole as never, fields);
  return record(definition, { ...AROUND, ...fields }, names);
}

export function encoderOf(definition: MessageCodec): Encoding {
  const { fields, whole, names, points, hits } = formOf(definition);
  const isTimed = definition.schema.fields.some(({ name }) => name === "time");
  const timed = ({ write }: Codec<object>): Encode<object> => {
    return (result, seconds, beside) => {
      const message = write(result);
      return Object.assign(message, isTimed && { time: seconds }, beside && besideFields(beside));
    };
  };
  const withoutPoints =
    whole !== undefined
      ? only("result", ignored)
      : record(definition, { ...AROUND, ...fields, result: ignored } as MemberCodecs<object>, names);
  const large = points ? { points, rest: timed(withoutPoints) } : null;
  const encode = timed(resultCodec(definition));
  const plain: Encode<Buffer> = (...parts) => definition.encode(encode(...parts));
  const direct: Encode<Buffer> = (result, seconds, beside) => {
    const points = writeHits(hits!(result as never) as never, seconds);
    if (points === null) return plain(result, seconds, beside);
    if (beside === undefined) return points;
    // Bytes of the same message may follow one another.
    return Buffer.concat([points, definition.encode(besideFields(beside))]);
  };
  const bytes = hits ? direct : plain;
  return Object.assign(encode, { large, bytes });
}

function formOf(definition: MessageCodec): Form<object> {
  const form = (FORMS[nameOf(definition)] ?? {}) as Form<object>;
  const hasResult = definition.schema.fields.some(({ name }) => name === "result");
  return hasResult && form.names === undefined ? { whole: "result" as never, ...form } : form;
}
