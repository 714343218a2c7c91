// Codecs of reads of points: by id, by page, and by the searches of older clients.

import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { NamedVector } from "../../schema/leaf.ts";
import type {
  Direction,
  DiscoverBatchPoints,
  ReadConsistency,
  RecommendBatchPoints,
  RecommendStrategy,
  SearchBatchPoints,
  StartFrom,
  TargetVector,
  VectorExample,
} from "../gen/azimuth.d.ts";
import { afterItems, converted } from "../wire/deferred.ts";
import type { Floats } from "../wire/floats.ts";
import { enums, messages } from "../wire/messages.ts";
import {
  type Codec,
  choice,
  finite,
  ignored,
  integer,
  type Json,
  list,
  text,
  within,
  word,
} from "./codec.ts";
import { filter } from "./filters.ts";
import { moment } from "./moments.ts";
import { record } from "./record.ts";
import { withPayload, withVectors } from "./selectors.ts";
import { isId, numbers, pointId, vector } from "./vectors.ts";

/** Options that are no part of a request: the first counts for the call (consistency.ts), the others for nothing. */
export const alone = { read_consistency: ignored, timeout: ignored, shard_key_selector: ignored };
export const selectors = { with_payload: withPayload, with_vectors: withVectors };

export const getPoints = record(messages.GetPoints, { ...alone, ids: list(pointId), ...selectors });

type StartKind = NonNullable<StartFrom["value"]>;
const startKind = choice<StartKind>({ float: finite, integer, timestamp: moment, datetime: text });
const startFrom: Codec<StartFrom> = {
  read: ({ value }, where) => startKind.read(value, where),
  write(json) {
    if (typeof json === "string") return { value: startKind.write("datetime", json) };
    const isFloat = typeof json === "number" && !Number.isSafeInteger(json);
    return { value: startKind.write(isFloat ? "float" : "integer", json) };
  },
};

export const orderBy = record(messages.OrderBy, {
  direction: word<Direction>({ asc: enums.Direction.Asc, desc: enums.Direction.Desc }),
  start_from: startFrom,
});

export const scrollPoints = record(messages.ScrollPoints, {
  ...alone,
  ...selectors,
  filter,
  offset: pointId,
  order_by: orderBy,
});

export const countPoints = record(messages.CountPoints, { ...alone, filter });

export const searchParams = record(messages.SearchParams, {
  idf: {
    read: ({ corpus }, where) =>
      corpus === undefined ? "global" : { corpus: filter.read(corpus, within(where, "corpus")) },
    write: (json) => ({ corpus: json === "global" ? undefined : filter.write((json as Json).corpus) }),
  },
});

export const strategy = word<RecommendStrategy>({
  average_vector: enums.RecommendStrategy.AverageVector,
  best_score: enums.RecommendStrategy.BestScore,
  sum_scores: enums.RecommendStrategy.SumScores,
});

export const lookupFrom = record(
  messages.LookupLocation,
  { shard_key_selector: ignored },
  { collection_name: "collection", vector_name: "vector" },
);

export const withLookup = record(messages.WithLookup, selectors);

const common = { ...alone, ...selectors, filter, params: searchParams };
const grouping = { with_lookup: withLookup };

/** The vector of a search, which has three fields in the message and one in the request. */
interface OwnVector {
  readonly vector: Floats;
  readonly vector_name?: string | undefined;
  readonly sparse_indices?: { readonly data: number[] } | undefined;
}

function searched<Message extends OwnVector>(fields: Codec<Message>): Codec<Message> {
  return {
    read(message, where) {
      const { vector: values, vector_name: name, sparse_indices: indices } = message;
      const own = indices
        ? { indices: Uint32Array.from(indices.data), values: numbers.read(values, where) }
        : numbers.read(values, where);
      const json = fields.read(message, where) as Json;
      return { ...json, vector: name === undefined ? own : { name, vector: own } };
    },
    write(json) {
      const { vector: own, ...rest } = json as {
        vector: Float32Array | { name: string; vector: NamedVector };
      };
      const named = ArrayBuffer.isView(own) ? { vector: own } : own;
      const { vector } = named;
      const isDense = ArrayBuffer.isView(vector);
      const message = fields.write(rest);
      return {
        ...message,
        vector: numbers.write(isDense ? vector : vector.values),
        vector_name: "name" in named ? named.name : undefined,
        sparse_indices: isDense ? undefined : { data: Array.from(vector.indices) },
      };
    },
  };
}

/** Ignores the fields of the vector, which `searched` reads. */
const ownVector = { vector: ignored, vector_name: ignored, sparse_indices: ignored };

export const searchPoints = searched(record(messages.SearchPoints, { ...common, ...ownVector }));
export const searchGroups = searched(
  record(messages.SearchPointGroups, { ...common, ...ownVector, ...grouping }),
);

/** Examples: ids and vectors are in two lists of the message, and in one of the request, with the ids first. */
interface Examples {
  readonly positive: unknown[];
  readonly negative: unknown[];
  readonly positive_vectors: unknown[];
  readonly negative_vectors: unknown[];
}

type Lists = { [Name in keyof Examples]: unknown[] };
const LISTS = ["positive", "negative", "positive_vectors", "negative_vectors"] as const;

function exemplified<Message extends Examples>(fields: Codec<Message>): Codec<Message> {
  return {
    read(message, where) {
      const { positive_vectors, negative_vectors, ...json } = fields.read(message, where) as Lists;
      const given = LISTS.map((name) => message[name]);
      afterItems(given, () => {
        for (const one of positive_vectors) json.positive.push(one);
        for (const one of negative_vectors) json.negative.push(one);
      });
      return json;
    },
    write(json) {
      const {
        positive = [],
        negative = [],
        ...rest
      } = json as { positive?: unknown[]; negative?: unknown[] };
      const isVector = (value: unknown) => !isId(value);
      return fields.write({
        ...rest,
        positive: positive.filter(isId),
        negative: negative.filter(isId),
        positive_vectors: positive.filter(isVector),
        negative_vectors: negative.filter(isVector),
      });
    },
  };
}

const recommendation = {
  ...common,
  positive: list(pointId),
  negative: list(pointId),
  positive_vectors: list(vector),
  negative_vectors: list(vector),
  lookup_from: lookupFrom,
  strategy,
};

export const recommendPoints = exemplified(record(messages.RecommendPoints, recommendation));
export const recommendGroups = exemplified(
  record(messages.RecommendPointGroups, { ...recommendation, ...grouping }),
);

type ExampleKind = NonNullable<VectorExample["example"]>;
const exampleKind = choice<ExampleKind>({ id: pointId, vector });
const example: Codec<VectorExample> = {
  read: ({ example: kind }, where) => exampleKind.read(kind, where),
  write: (json) => ({ example: exampleKind.write(isId(json) ? "id" : "vector", json) }),
};

type TargetKind = NonNullable<TargetVector["target"]>;
const targetKind = choice<TargetKind>({ single: example });
const target: Codec<TargetVector> = {
  read: ({ target: kind }, where) => targetKind.read(kind, where),
  write: (json) => ({ target: targetKind.write("single", json) }),
};

export const discoverPoints = record(messages.DiscoverPoints, {
  ...common,
  target,
  context: list(record(messages.ContextExamplePair, { positive: example, negative: example }), "none"),
  lookup_from: lookupFrom,
});

/** The requests of a batch, as `searches`. Each may name a collection, too, but only that of the batch. */
export function batch<Field extends string, Single extends { collection_name: string }>(
  field: Field,
  codec: Codec<Single>,
): Codec<Batch<Field, Single>> {
  return {
    read(message, where) {
      const { collection_name } = message;
      converted.items += message[field].length;
      const searches = message[field].map((item, index) => {
        const path = `${within(where, field)}[${index}]`;
        const { collection_name: own, ...search } = codec.read(item, path) as Json;
        if (own === "" || own === collection_name) return search;
        const expected = `expected ${JSON.stringify(collection_name)}, the collection of the batch`;
        throw new InvalidArgument(`${path}.collection_name: ${expected}, got ${JSON.stringify(own)}`);
      });
      return { collection_name, searches };
    },
    write(json) {
      const { collection_name, searches } = json as { collection_name: string; searches: object[] };
      const items = searches.map((search) => codec.write({ ...search, collection_name }));
      return { collection_name, [field]: items } as Batch<Field, Single>;
    },
  };
}

type Batch<Field extends string, Single> = { [Name in Field]: Single[] } & {
  collection_name: string;
  read_consistency?: ReadConsistency | undefined;
  timeout?: bigint | undefined;
};

export const searchBatch: Codec<SearchBatchPoints> = batch("search_points", searchPoints);
export const recommendBatch: Codec<RecommendBatchPoints> = batch("recommend_points", recommendPoints);
export const discoverBatch: Codec<DiscoverBatchPoints> = batch("discover_points", discoverPoints);
