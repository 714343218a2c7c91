// Encodes the results of operations on points, with the time that the server took.
// The decision: a result of several operations is described once. An RPC has a function of its own only if its message
// has another shape than {result, time, usage}.
import type {
  BatchResult,
  FacetResponse,
  FacetValue,
  GroupId,
  OrderValue,
  ScoredPoint,
  ScrollResponse,
  SearchMatrixOffsets,
  SearchMatrixPairs,
  UpdateStatus,
} from "../gen/azimuth.d.ts";
import { enums, messages } from "../wire/messages.ts";
import type { PieceWriter } from "../wire/pieces.ts";
import {
  type Codec,
  choice,
  finite,
  flag,
  floats,
  ignored,
  integer,
  list,
  only,
  small,
  text,
  word,
} from "./codec.ts";
import { all, each, groupAt, type Large, retrievedAt, scoredAt, type WriteItem } from "./large.ts";
import { record } from "./record.ts";
import { payload } from "./values.ts";
import { pointId, shownVectors } from "./vectors.ts";

type Json = Record<string, unknown>;

/** @param seconds time the server took */
export type Encode<Message> = (result: unknown, seconds: number) => Message;

/** Left out: the usage of hardware and models is not counted. */
const usage = undefined;

/** Makes the encoder of the shape that most responses have. */
function answer<Result>(codec: Codec<Result>) {
  return (result: unknown, seconds: number) => ({ result: codec.write(result), time: seconds, usage });
}

export const updateResult = record(messages.UpdateResult, {
  status: word<UpdateStatus>({
    // The spellings of results in the package `qdrant`, and in ours, which is also used for reading.
    acknowledged: enums.UpdateStatus.Acknowledged,
    completed: enums.UpdateStatus.Completed,
    Acknowledged: enums.UpdateStatus.Acknowledged,
    Completed: enums.UpdateStatus.Completed,
  }),
});

type OrderKind = NonNullable<OrderValue["variant"]>;
const orderKind = choice<OrderKind>({ int: integer, float: finite });
const orderValue: Codec<OrderValue> = {
  read: ({ variant }, where) => orderKind.read(variant, where),
  write: (json) => ({ variant: orderKind.write(isWhole(json) ? "int" : "float", json) }),
};

function isWhole(json: unknown): boolean {
  return typeof json === "bigint" || Number.isSafeInteger(json);
}

const VECTOR = { vectors: "vector" };
const parts = { id: pointId, payload, vectors: shownVectors, shard_key: ignored, order_value: orderValue };
export const retrievedPoint = record(messages.RetrievedPoint, parts, VECTOR);
export const scoredPoint = record(messages.ScoredPoint, parts, VECTOR);

export const records = list(retrievedPoint);
export const scored = list(scoredPoint);
export const scoredBatch: Codec<BatchResult[]> = list(only("result", scored));

/** The points of a query, which JSON has in an object. */
export const queried: Codec<ScoredPoint[]> = {
  read: (points, where) => ({ points: scored.read(points, where) }),
  write: (json) => scored.write((json as Json).points),
};
export const queriedBatch: Codec<BatchResult[]> = list(only("result", queried));

type GroupKind = NonNullable<GroupId["kind"]>;
const groupKind = choice<GroupKind>({ unsigned_value: integer, integer_value: integer, string_value: text });
const groupId: Codec<GroupId> = {
  read: ({ kind }, where) => groupKind.read(kind, where),
  write(json) {
    if (typeof json === "string") return { kind: groupKind.write("string_value", json) };
    return {
      kind: groupKind.write((json as number | bigint) < 0 ? "integer_value" : "unsigned_value", json),
    };
  },
};
const group = record(messages.PointGroup, { id: groupId, hits: scored, lookup: retrievedPoint });
export const groups = record(messages.GroupsResult, { groups: list(group) });

export const countResult = record(messages.CountResult);
export const pairs: Codec<SearchMatrixPairs> = record(messages.SearchMatrixPairs, {
  pairs: list(record(messages.SearchMatrixPair, { a: pointId, b: pointId })),
});
export const offsets: Codec<SearchMatrixOffsets> = record(messages.SearchMatrixOffsets, {
  scores: floats(small),
  ids: list(pointId),
});

export const pointsOperation = answer(updateResult);
export const updateBatch = answer(list(updateResult));
export const counted = answer(countResult);
export const matrixPairs = answer(pairs);
export const matrixOffsets = answer(offsets);

/** The field of most responses that has the result. */
const RESULT = 1;
const SCROLLED = 2;
const hit = scoredAt(RESULT, scoredPoint);
const sameList = (items: readonly unknown[]) => items;
const pointsOf = ({ points }: { readonly points: readonly unknown[] }) => points;

/** @param write writes one item of the result @param listOf returns the items */
function inParts<Message, Result>(
  encode: Encode<Message>,
  write: WriteItem,
  listOf: (result: Result) => readonly unknown[],
) {
  const rest = (_result: unknown, seconds: number) => ({ result: [], time: seconds, usage });
  const points = (result: Result, out: PieceWriter) => all(listOf(result), write, out);
  return Object.assign(encode, { large: { rest, points } satisfies Large });
}

export const retrieved = inParts(answer(records), retrievedAt(RESULT, retrievedPoint), sameList);
export const searched = inParts(answer(scored), hit, sameList);
export const searchedBatch = inParts(answer(scoredBatch), each(RESULT, hit, sameList), sameList);
export const found = inParts(answer(queried), hit, pointsOf);
export const foundBatch = inParts(answer(queriedBatch), each(RESULT, hit, pointsOf), sameList);

const groupsOf = (result: { readonly groups: readonly unknown[] }) => result.groups;
const allGroups = each(RESULT, groupAt(RESULT, group, scoredPoint), groupsOf);
export const grouped = Object.assign(answer(groups), {
  large: {
    rest: (_result, seconds) => ({ result: undefined, time: seconds, usage }),
    points: allGroups,
  } satisfies Large,
});

const scroll: Encode<ScrollResponse> = (result, seconds) => {
  const { points, next_page_offset: next } = result as { points: unknown; next_page_offset: unknown };
  return {
    next_page_offset: next === null ? undefined : pointId.write(next),
    result: records.write(points),
    time: seconds,
    usage,
  };
};
export const scrolled = Object.assign(scroll, {
  large: {
    rest: (result: object, seconds) => scroll({ ...result, points: [] }, seconds),
    points: (result: { readonly points: readonly unknown[] }, out) =>
      all(result.points, retrievedAt(SCROLLED, retrievedPoint), out),
  } satisfies Large,
});

type FacetKind = NonNullable<FacetValue["variant"]>;
const facetKind = choice<FacetKind>({ string_value: text, integer_value: integer, bool_value: flag });
const FACETS: Readonly<Record<string, FacetKind["$case"]>> = {
  string: "string_value",
  boolean: "bool_value",
};
const facetValue: Codec<FacetValue> = {
  read: ({ variant }, where) => facetKind.read(variant, where),
  write: (json) => ({ variant: facetKind.write(FACETS[typeof json] ?? "integer_value", json) }),
};
export const hits = list(record(messages.FacetHit, { value: facetValue }));

export const facets: Encode<FacetResponse> = (result, seconds) => ({
  hits: hits.write((result as Json).hits),
  time: seconds,
  usage,
});
