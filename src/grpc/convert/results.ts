// Codecs of the results of operations on points, and of the recall and the usage beside them.
import type { InferenceUsage } from "../../schema/inference.ts";
import type { Recall, Recalls } from "../../schema/recall.ts";
import type { Highlights } from "../../schema/search.ts";
import type {
  BatchResult,
  FacetValue,
  GroupId,
  Highlight,
  Messages,
  OrderValue,
  SearchMatrixOffsets,
  SearchMatrixPairs,
  UpdateStatus,
} from "../gen/azimuth.d.ts";
import { enums, messages } from "../wire/messages.ts";
import {
  byName,
  type Codec,
  choice,
  type Filling,
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
import { record } from "./record.ts";
import { payload } from "./values.ts";
import { pointId, shownVectors } from "./vectors.ts";

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

/** JSON has an object of lists of pairs. */
const highlights: Filling<Highlight[]> = {
  read: (items) =>
    items.length === 0
      ? undefined
      : Object.fromEntries(
          items.map(({ key, ranges }) => [key, ranges.map(({ start, end }) => [start, end])]),
        ),
  write: (json) =>
    Object.entries(json as Highlights).map(([key, ranges]) => ({
      key,
      ranges: ranges.map(([start, end]) => ({ start, end })),
    })),
  get absent() {
    return [];
  },
};

const VECTOR = { vectors: "vector" };
const POINTS = { result: "points" };
const parts = { id: pointId, payload, vectors: shownVectors, shard_key: ignored, order_value: orderValue };
export const retrievedPoint = record(messages.RetrievedPoint, parts, VECTOR);
export const scoredPoint = record(messages.ScoredPoint, { ...parts, highlights }, VECTOR);

export const records = list(retrievedPoint);
export const scored = list(scoredPoint);
export const scoredBatch: Codec<BatchResult[]> = list(only("result", scored));

/** The points of queries, which JSON has in objects. */
export const queriedBatch: Codec<BatchResult[]> = list(
  record(messages.BatchResult, { result: scored }, POINTS),
);

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
export const group = record(messages.PointGroup, { id: groupId, hits: scored, lookup: retrievedPoint });
export const groups = record(messages.GroupsResult, { groups: list(group) });

export const pairs: Codec<SearchMatrixPairs> = record(messages.SearchMatrixPairs, {
  pairs: list(record(messages.SearchMatrixPair, { a: pointId, b: pointId })),
});
export const offsets: Codec<SearchMatrixOffsets> = record(messages.SearchMatrixOffsets, {
  scores: floats(small),
  ids: list(pointId),
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

const recall = record(messages.Recall);
/** The recall of a search in a batch that was asked for none. */
const NO_RECALL: Pick<Recall, "asked"> = { asked: 0 };

const inference = record(messages.InferenceUsage, { models: byName(record(messages.ModelUsage)) });

/** Returns the field of the usage of models. */
export function usageField(usage: InferenceUsage): Messages["Usage"] {
  return { inference: inference.write(usage) };
}

/** Returns the field of a recall, or of those of a batch. */
export function recallField(shown: Recall | Recalls): Messages["Recall"] | Messages["Recall"][] {
  if (!Array.isArray(shown)) return recall.write(shown);
  return shown.map((one) => recall.write(one ?? NO_RECALL));
}
