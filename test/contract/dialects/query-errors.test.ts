// Errors about searches and queries, in both dialects.
import {
  badRequest,
  format,
  isTold,
  type Mistake,
  startWithPoints,
  validation,
  wrongInput,
} from "../../support/both-dialects.ts";
import type { TestServer } from "../../support/rest.ts";

const VECTOR = [1, 2, 3, 4];
const LIMIT = [400, "limit must be 1..10000"] as const;
const LIMIT_0 = "value 0 invalid, must be 1 or larger";
const NO_EXAMPLES = [400, "recommend: at least one positive or negative example is required"] as const;
const EXAMPLES_RULE = "At least one positive or negative vector/id must be provided";
const ID_RULE = "value abc is not a valid point ID, valid values are either an unsigned integer or a UUID";
const prefetch = { query: VECTOR };

const ask = (query: object): Mistake["request"] => ["POST", "/collections/c/points/query", query];
const askNamed = (query: object): Mistake["request"] => ["POST", "/collections/n/points/query", query];
const post = (path: string, body: object): Mistake["request"] => [
  "POST",
  `/collections/c/points/${path}`,
  body,
];

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a limit of 0 in a query": {
    request: ask({ query: VECTOR, limit: 0 }),
    native: LIMIT,
    qdrant: validation(`internal.limit: ${LIMIT_0}`),
  },
  "a limit of 0 in a batch": {
    request: post("query/batch", { searches: [{ query: VECTOR, limit: 0 }] }),
    native: LIMIT,
    qdrant: validation(`searches[0].internal.limit: ${LIMIT_0}`),
  },
  "a limit of 0 in a search": {
    request: post("search", { vector: VECTOR, limit: 0 }),
    native: LIMIT,
    qdrant: validation(`search_request.limit: ${LIMIT_0}`),
  },
  "a limit of 0 in a scroll": {
    request: post("scroll", { limit: 0 }),
    native: LIMIT,
    qdrant: validation(`scroll_request.limit: ${LIMIT_0}`),
  },
  "a negative limit": {
    request: ask({ query: VECTOR, limit: -1 }),
    native: LIMIT,
    qdrant: format("limit: expected an integer from 1 to 18446744073709551615, got -1"),
  },
  "a query by an invalid id": {
    request: ask({ query: "abc" }),
    native: [400, 'query: expected a vector, a point id or an object such as {nearest: ...}, got "abc"'],
    qdrant: format(ID_RULE),
  },
  "an example that is not an id": {
    request: post("recommend", { positive: ["abc"], limit: 1 }),
    native: [400, 'positive[0]: expected a vector or a point id, got "abc"'],
    qdrant: format(ID_RULE),
  },
  "a query by a vector without numbers": {
    request: ask({ query: { nearest: [] } }),
    native: [400, "Dimension mismatch for vector '': expected 4, got 0"],
    qdrant: validation("internal.query.nearest: dense vector must not be empty"),
  },
  "a search for a vector without numbers": {
    request: post("search", { vector: [], limit: 1 }),
    native: [400, "Dimension mismatch for vector '': expected 4, got 0"],
    qdrant: validation("search_request.vector: dense vector must not be empty"),
  },
  "a limit of 0 under its older name": {
    request: post("search", { vector: VECTOR, top: 0 }),
    native: LIMIT,
    qdrant: validation(`search_request.top: ${LIMIT_0}`),
  },
  "a number below its range": {
    request: ask({ query: { nearest: VECTOR, mmr: { diversity: -0.5 } } }),
    native: [400, "query.mmr.diversity: expected a number from 0 to 1, got -0.5"],
    qdrant: validation("internal.query.mmr.diversity: value -0.5 invalid, must be from 0 to 1"),
  },
  "a query by a point that does not exist": {
    request: ask({ query: 7 }),
    native: [404, "Point not found: 7"],
    qdrant: [404, "Not found: No point with id 7 found"],
  },
  "a query by a point without the vector": {
    request: askNamed({ query: 2, using: "a" }),
    native: [404, "Point 2 has no vector named 'a'"],
    qdrant: [404, 'Not found: Vector with name "a" for point not found'],
  },
  "a lookup in a collection that does not exist": {
    request: ask({ query: 1, lookup_from: { collection: "x" } }),
    native: [404, "Collection not found: x"],
    qdrant: [404, "Not found: Collection x not found"],
  },
  "an unknown vector": {
    request: askNamed({ query: [1, 2], using: "x" }),
    native: [400, "using: collection 'n' has no vector named 'x'; it has 'a', 'b'"],
    qdrant: wrongInput("Vector with name `x` is not configured in this collection, available names: a, b"),
  },
  "an unknown vector name where there is only the unnamed vector": {
    request: ask({ query: VECTOR, using: "x" }),
    native: [400, "using: collection 'c' has no vector named 'x'; it has the unnamed one"],
    qdrant: wrongInput("Vector with name x is not configured in this collection"),
  },
  "a query without a vector name where there are several": {
    request: askNamed({ query: [1, 2] }),
    native: [400, "using: collection 'n' has no unnamed vector; it has 'a', 'b'"],
    qdrant: wrongInput("Collection requires specified vector name in the request, available names: a, b"),
  },
  "prefetches without a query": {
    request: ask({ prefetch }),
    native: [
      400,
      "prefetch: a query is needed to merge what the prefetches find; give one, or leave prefetch out",
    ],
    qdrant: badRequest(
      "A query is needed to merge the prefetches. Can't have prefetches without defining a query.",
    ),
  },
  "a threshold without a query": {
    request: ask({ score_threshold: 1 }),
    native: [
      400,
      "score_threshold: without a query there are no scores; give a query, or leave score_threshold out",
    ],
    qdrant: badRequest(
      "A query is needed to use the score_threshold. Can't have score_threshold without defining a query.",
    ),
  },
  "a threshold together with an order": {
    request: ask({ query: { order_by: "a" }, score_threshold: 1 }),
    native: [400, "score_threshold: order_by gives no scores; leave score_threshold out"],
    qdrant: badRequest("Can't use score_threshold with an order_by query."),
  },
  "a fusion of one vector": {
    request: ask({ query: { fusion: "rrf" }, using: "a", prefetch }),
    native: [400, "using: a fusion compares no vectors; leave using out, or give it in the prefetches"],
    qdrant: badRequest("Fusion queries cannot be combined with the 'using' field."),
  },
  "a fusion without prefetches": {
    request: ask({ query: { fusion: "rrf" } }),
    native: [400, "query.fusion: needs prefetches whose results it combines; give prefetch"],
    qdrant: wrongInput("Validation failed: cannot apply Fusion without prefetches"),
  },
  "more or fewer weights than prefetches": {
    request: ask({ query: { rrf: { weights: [1] } }, prefetch: [prefetch, prefetch] }),
    native: [400, "query.rrf.weights: expected one for each of the 2 prefetches, got 1"],
    qdrant: wrongInput(
      "Validation failed: Number of weights in RRF should match number of pre-fetches: got 1, expected 2",
    ),
  },
  "a recommendation without examples in a query": {
    request: ask({ query: { recommend: {} } }),
    native: NO_EXAMPLES,
    qdrant: validation(`internal.query.recommend: ${EXAMPLES_RULE}`),
  },
  "a recommendation without examples": {
    request: post("recommend", { limit: 1 }),
    native: NO_EXAMPLES,
    qdrant: badRequest(EXAMPLES_RULE),
  },
  "an average of negative examples only": {
    request: ask({ query: { recommend: { negative: [VECTOR] } } }),
    native: [
      400,
      "recommend: the strategy average_vector needs a positive example; give one, or take best_score or sum_scores",
    ],
    qdrant: wrongInput("Positive vectors should not be empty with `average` strategy"),
  },
  "a facet of a field without an index": {
    request: ["POST", "/collections/c/facet", { key: "a" }],
    native: [400, "No index for facet key 'a'; create a keyword, integer, uuid or bool index on it"],
    qdrant: wrongInput(
      "No appropriate index for faceting: `a`. Please create one to facet on this field. Keyword, integer, uuid and bool indexes can count values.",
    ),
  },
  "a facet of zero values": {
    request: ["POST", "/collections/c/facet", { key: "a", limit: 0 }],
    native: LIMIT,
    qdrant: validation(`facet_request.limit: ${LIMIT_0}`),
  },
  "a formula whose score is not a number": {
    request: ask({ query: { formula: { ln: 0 } }, prefetch }),
    native: [400, "query.formula: ln(0) is not a finite number"],
    qdrant: wrongInput("The expression ln(0) produced a non-finite number"),
  },
};

describe("errors about queries in each dialect", () => {
  let server: TestServer;
  before(async () => {
    server = await startWithPoints();
  });
  after(() => server.close());

  for (const [what, mistake] of Object.entries(MISTAKES))
    it(`each dialect has its own error for ${what}`, () => isTold(server, mistake));
});
