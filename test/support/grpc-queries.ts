// Random searches and queries as the plain objects that services receive.
import fc from "fast-check";
import {
  collection,
  condition,
  filter,
  flag,
  float,
  grouping,
  id,
  ids,
  key,
  lookup,
  many,
  moment,
  name,
  object,
  orderBy,
  params,
  place,
  selectors,
  share,
  some,
  text,
  vector,
} from "./grpc-requests.ts";

const input = fc.oneof(vector, id);
const examples = fc.array(input, { maxLength: 3 });
const strategy = fc.constantFrom("average_vector", "best_score", "sum_scores");
const pairs = fc.array(fc.record({ positive: input, negative: input }), { maxLength: 2 });

const common = { ...collection, ...selectors, filter, params };
const searched = {
  ...common,
  vector: fc.oneof(vector, fc.record({ name, vector })),
  score_threshold: float,
  limit: many,
};
/** Returns examples with ids first, as in a message. */
const sorted = examples.map((all) => [
  ...all.filter((one) => typeof one !== "object"),
  ...all.filter((one) => typeof one === "object"),
]);
const recommended = {
  ...common,
  positive: sorted,
  negative: sorted,
  strategy,
  score_threshold: float,
  using: text,
  lookup_from: lookup,
  limit: many,
};

const expression = fc.letrec((tie) => {
  const decay = object(
    { x: tie("any"), target: tie("any"), scale: fc.constant(2), midpoint: fc.constant(0.25) },
    "x",
  );
  return {
    any: fc.oneof(
      { maxDepth: 3 },
      float,
      fc.constantFrom("a.b", "$score", "$score[1]"),
      condition.filter((one) => Object.keys(one).length > 0),
      fc.record({ geo_distance: fc.record({ origin: place, to: key }) }),
      fc.record({ datetime: moment }),
      fc.record({ datetime_key: key }),
      ...["mult", "sum"].map((kind) => fc.record({ [kind]: fc.array(tie("any"), { maxLength: 2 }) })),
      ...["neg", "abs", "sqrt", "exp", "log10", "ln"].map((kind) => fc.record({ [kind]: tie("any") })),
      fc.record({
        div: object({ left: tie("any"), right: tie("any"), by_zero_default: float }, "left", "right"),
      }),
      fc.record({ pow: fc.record({ base: tie("any"), exponent: tie("any") }) }),
      ...["lin_decay", "exp_decay", "gauss_decay"].map((kind) => fc.record({ [kind]: decay })),
    ),
  };
}).any;

const defaults = fc.dictionary(text, fc.oneof(float, text), { minKeys: 1, maxKeys: 2 });
const query = fc.oneof(
  fc.record({ nearest: input }),
  fc.record({
    nearest: input,
    mmr: object({ diversity: share, candidates_limit: many }),
  }),
  fc.record({
    recommend: object({ positive: examples, negative: examples, strategy }, "positive", "negative"),
  }),
  fc.record({ discover: fc.record({ target: input, context: pairs }) }),
  fc.record({ context: pairs }),
  fc.record({ order_by: orderBy }),
  fc.record({ fusion: fc.constantFrom("rrf", "dbsf") }),
  fc.record({ sample: fc.constant("random") }),
  fc.record({ rrf: object({ k: many, weights: some(float) }) }),
  object({ formula: expression, defaults }, "formula"),
  fc.record({
    hybrid: object(
      {
        text,
        vector: input,
        text_using: text,
        vector_using: text,
        alpha: share,
        fusion: fc.constantFrom("rrf", "dbsf"),
        k: many,
        limit: many,
      },
      "text",
      "vector",
    ),
  }),
  fc.record({
    relevance_feedback: fc.record({
      target: input,
      feedback: some(fc.record({ example: input, score: float })),
      strategy: fc.record({ naive: fc.record({ a: float, b: share, c: float }) }),
    }),
  }),
);

const base = { query, using: text, filter, params, score_threshold: float, limit: many, lookup_from: lookup };
const prefetch = fc.letrec((tie) => ({
  step: fc.oneof(
    { maxDepth: 2 },
    object(base),
    object({ ...base, prefetch: fc.array(tie("step"), { minLength: 1, maxLength: 2 }) }),
  ),
})).step;
const step = { ...base, prefetch: some(prefetch) };

/** Requests of a batch have no collection of their own. */
const batchOf = (one: fc.Arbitrary<Record<string, unknown>>) =>
  fc.record({
    ...collection,
    searches: fc.array(
      one.map(({ collection_name: _, ...rest }) => rest),
      { maxLength: 3 },
    ),
  });

const search = object({ ...searched, offset: fc.nat() }, "collection_name", "vector", "limit");
const recommend = object(
  { ...recommended, offset: fc.nat() },
  "collection_name",
  "positive",
  "negative",
  "limit",
);
const discover = object(
  {
    ...common,
    target: input,
    context: some(pairs.map(([one]) => one ?? { positive: 1, negative: 2 })),
    using: text,
    lookup_from: lookup,
    limit: many,
    offset: fc.nat(),
  },
  "collection_name",
  "limit",
);
const asked = object({ ...collection, ...step, ...selectors, offset: fc.nat() }, "collection_name");
const groups = ["collection_name", "group_by", "group_size", "limit"];

export const reads = {
  retrieve: object({ ...collection, ids, ...selectors }, "collection_name", "ids"),
  scroll: object(
    { ...collection, ...selectors, filter, offset: id, limit: many, order_by: orderBy },
    "collection_name",
  ),
  count: object({ ...collection, filter, exact: flag }, "collection_name"),
  search,
  searchBatch: batchOf(search),
  searchGroups: object({ ...searched, ...grouping }, "vector", ...groups),
  recommend,
  recommendBatch: batchOf(recommend),
  recommendGroups: object({ ...recommended, ...grouping }, "positive", "negative", ...groups),
  discover,
  discoverBatch: batchOf(discover),
  query: asked,
  queryBatch: batchOf(asked),
  queryGroups: object({ ...collection, ...step, ...selectors, ...grouping }, ...groups),
  facet: object({ ...collection, key, filter, limit: many, exact: flag }, "collection_name", "key"),
  matrix: object(
    { ...collection, filter, sample: fc.integer({ min: 2, max: 100 }), limit: many, using: text },
    "collection_name",
  ),
};
