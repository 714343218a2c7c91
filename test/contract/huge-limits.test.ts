// Limits of a billion and more: they are refused natively, and return all points in the qdrant dialect. The decision:
// the server allocates memory for the points there are, not for the limit.
import { expect } from "chai";
import { MAX_LIMIT } from "../../src/schema/limits.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = 20;
const HUGE = [999_999_999, 2 ** 32, Number.MAX_SAFE_INTEGER];
const C = "/collections/c";
/** No array of more items may be allocated for twenty points. */
const MOST_ITEMS = 2 ** 20;

type Make = (limit: number) => object;
// biome-ignore lint/suspicious/noExplicitAny: results of every shape.
type Count = (result: any) => number;
interface Limited {
  readonly path: string;
  readonly field: string;
  readonly body: Make;
  /** Counts what the result contains. */
  readonly found: Count;
  /** The expected count; by default all points. */
  readonly of?: number;
}

const query = [1, 0];
const length: Count = (result) => result.length;
const hits: Count = (result) => result.points.length;
const groups: Count = (result) => result.groups.length;
const inGroups: Count = (result) => result.groups.flatMap(({ hits }: { hits: unknown[] }) => hits).length;
const GROUPS = 4;

const LIMITED: readonly Limited[] = [
  { path: "/points/search", field: "limit", body: (limit) => ({ vector: query, limit }), found: length },
  {
    path: "/points/search/batch",
    field: "limit",
    body: (limit) => ({ searches: [{ vector: query, limit }] }),
    found: ([result]) => result.length,
  },
  { path: "/points/query", field: "limit", body: (limit) => ({ query, limit }), found: hits },
  { path: "/points/query", field: "limit", body: (limit) => ({ limit }), found: hits },
  {
    path: "/points/query",
    field: "limit",
    body: (limit) => ({ query: { sample: "random" }, limit }),
    found: hits,
  },
  {
    path: "/points/query",
    field: "limit",
    body: (limit) => ({ query: { order_by: "n" }, limit }),
    found: hits,
  },
  {
    path: "/points/query",
    field: "limit",
    body: (limit) => ({ prefetch: { query, limit }, query: { fusion: "rrf" }, limit: 100 }),
    found: hits,
  },
  {
    path: "/points/query/batch",
    field: "limit",
    body: (limit) => ({ searches: [{ query, limit }] }),
    found: ([result]) => hits(result),
  },
  {
    path: "/points/recommend",
    field: "limit",
    body: (limit) => ({ positive: [query], limit }),
    found: length,
  },
  {
    path: "/points/recommend/batch",
    field: "limit",
    body: (limit) => ({ searches: [{ positive: [query], limit }] }),
    found: ([result]) => result.length,
  },
  { path: "/points/discover", field: "limit", body: (limit) => ({ target: query, limit }), found: length },
  {
    path: "/points/discover/batch",
    field: "limit",
    body: (limit) => ({ searches: [{ target: query, limit }] }),
    found: ([result]) => result.length,
  },
  {
    path: "/points/search/groups",
    field: "limit",
    body: (limit) => ({ vector: query, group_by: "color", limit }),
    found: groups,
    of: GROUPS,
  },
  {
    path: "/points/search/groups",
    field: "group_size",
    body: (group_size) => ({ vector: query, group_by: "color", group_size }),
    found: inGroups,
  },
  {
    path: "/points/query/groups",
    field: "limit",
    body: (limit) => ({ query, group_by: "color", limit }),
    found: groups,
    of: GROUPS,
  },
  {
    path: "/points/recommend/groups",
    field: "limit",
    body: (limit) => ({ positive: [query], group_by: "color", limit }),
    found: groups,
    of: GROUPS,
  },
  { path: "/points/scroll", field: "limit", body: (limit) => ({ limit }), found: hits },
  { path: "/points/scroll", field: "limit", body: (limit) => ({ limit, order_by: "n" }), found: hits },
  {
    path: "/facet",
    field: "limit",
    body: (limit) => ({ key: "color", limit }),
    found: (result) => result.hits.length,
    of: GROUPS,
  },
  {
    path: "/points/search/matrix/pairs",
    field: "limit",
    body: (limit) => ({ sample: 10, limit }),
    found: (result) => result.pairs.length,
    of: 10 * 9,
  },
  {
    path: "/points/search/matrix/offsets",
    field: "limit",
    body: (limit) => ({ sample: 10, limit }),
    found: (result) => result.scores.length,
    of: 10 * 9,
  },
];

describe("limits of a billion and more", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ extendedApi: true });
    await server.call("PUT", C, { vectors: { size: 2, distance: "Dot" } });
    for (const [field_name, field_schema] of [
      ["n", "integer"],
      ["color", "keyword"],
    ]) {
      await server.call("PUT", `${C}/index`, { field_name, field_schema });
    }
    const points = Array.from({ length: POINTS }, (_, id) => {
      return { id, vector: [id, 1], payload: { n: id, color: `color ${id % GROUPS}` } };
    });
    await server.call("PUT", `${C}/points`, { points });
  });
  after(() => server.close());

  for (const { path, field, body, found, of = POINTS } of LIMITED) {
    const name = `POST ${path} ${JSON.stringify(body(0))}`;

    it(`limits of a billion and more are refused natively with the name of the field: ${name}`, async () => {
      for (const limit of HUGE) {
        const answer = await server.call("POST", C + path, body(limit));
        expect([answer.status, answer.body.status.error]).to.deep.equal([400, refusal(field)]);
      }
    });

    it(`limits of a billion and more return all points in the qdrant dialect, without memory for more: ${name}`, async () => {
      const { memory } = server.database;
      for (const limit of HUGE) {
        const used = memory.used;
        const { largest, result } = await watched(() =>
          server.call("POST", C + path, body(limit), AS_QDRANT),
        );
        expect([result.status, result.text]).to.include(200);
        expect(found(result.body.result)).to.equal(of);
        expect(largest).to.be.below(MOST_ITEMS);
        expect(memory.used - used).to.be.below(MOST_ITEMS);
      }
    });
  }
});

const MAKERS = [
  "Array",
  "ArrayBuffer",
  "Uint8Array",
  "Uint32Array",
  "Int32Array",
  "Float32Array",
  "Float64Array",
];

/** Runs the work, and returns the length of the largest array that was allocated meanwhile. */
async function watched<T>(work: () => Promise<T>): Promise<{ largest: number; result: T }> {
  let largest = 0;
  const world = globalThis as unknown as Record<string, new (...args: unknown[]) => object>;
  const own = MAKERS.map((name) => [name, world[name]!] as const);
  for (const [name, maker] of own) {
    world[name] = new Proxy(maker, {
      construct(target, args, newTarget) {
        if (typeof args[0] === "number") largest = Math.max(largest, args[0]);
        return Reflect.construct(target, args, newTarget);
      },
    });
  }
  try {
    return { result: await work(), largest };
  } finally {
    for (const [name, maker] of own) world[name] = maker;
  }
}

function refusal(field: string): string {
  return `${field} must be 1..${MAX_LIMIT}`;
}
