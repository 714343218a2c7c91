// The params of a search over REST: invalid ones are refused with their path, valid ones are passed to the core. The
// decision: searches of a batch with equal params are one call to the core.
import { expect } from "chai";
import type { SearchParams } from "../../src/core/config/search-params.ts";
import { Reads } from "../../src/core/search/reads.ts";
import type { NearestQuery } from "../../src/core/search/search.ts";
import { MAX_EF, MAX_HITS_PER_REQUEST, MAX_OVERSAMPLING } from "../../src/schema/limits.ts";
import { refuses } from "../support/refusal.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const SEARCH = "/collections/c/points/search";
const VECTOR = [1, 2, 3, 4];
const DEFAULTS = {
  ef: null,
  recall: 0.95,
  exact: false,
  indexedOnly: false,
  quantization: { ignore: false, rescore: null, oversampling: null },
  sparse: null,
};

interface Call {
  readonly field: string;
  readonly queries: number[][];
  readonly k: number;
  readonly params: SearchParams;
}

describe("the params of a search", () => {
  let server: TestServer;
  /** The method of the core that the tests replace while they note its calls. */
  const { search } = Reads.prototype;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
    await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: VECTOR }] });
  });
  afterEach(async () => {
    Object.assign(Reads.prototype, { search });
    await server.close();
  });

  function noted(queries: readonly Float32Array[], { field, k, params }: NearestQuery): Call {
    const plain = JSON.parse(JSON.stringify(params));
    return { field: field.name, queries: queries.map((query) => [...query]), k, params: plain };
  }

  /** Notes the calls of the core, and returns the list of them. */
  function searches(): Call[] {
    const calls: Call[] = [];
    Reads.prototype.search = function (queries, nearest) {
      calls.push(noted(queries as Float32Array[], nearest));
      return search.call(this, queries, nearest);
    };
    return calls;
  }

  const ids = (result: { id: number }[]) => result.map(({ id }) => id);

  describe("valid params", () => {
    for (const [params, expected] of [
      [undefined, DEFAULTS],
      [null, DEFAULTS],
      [{ hnsw_ef: null, exact: null, indexed_only: null, quantization: null }, DEFAULTS],
      [{ quantization: { ignore: null, rescore: null, oversampling: null } }, DEFAULTS],
      [{ hnsw_ef: MAX_EF }, { ...DEFAULTS, ef: MAX_EF, recall: null }],
      [{ recall: 0.8 }, { ...DEFAULTS, recall: 0.8 }],
      [{ exact: true }, { ...DEFAULTS, exact: true }],
      [{ exact: false }, DEFAULTS],
      [{ indexed_only: true }, { ...DEFAULTS, indexedOnly: true }],
      [
        { quantization: { ignore: true, rescore: false, oversampling: 1.5 } },
        { ...DEFAULTS, quantization: { ignore: true, rescore: false, oversampling: 1.5 } },
      ],
    ] as const) {
      it(`the params of a search reach the core as given by ${JSON.stringify(params)}`, async () => {
        const calls = searches();
        const { status, body } = await server.call("POST", SEARCH, { vector: VECTOR, params });
        expect([status, ids(body.result)]).to.deep.equal([200, [1]]);
        expect(calls).to.deep.equal([{ field: "", queries: [VECTOR], k: 1, params: expected }]);
      });
    }
  });

  describe("invalid params", () => {
    for (const [params, error] of [
      [{ hnsw_ef: 0 }, `params.hnsw_ef: expected an integer from 1 to ${MAX_EF}, got 0`],
      [{ hnsw_ef: MAX_EF + 1 }, `params.hnsw_ef: expected an integer from 1 to ${MAX_EF}, got ${MAX_EF + 1}`],
      [{ hnsw_ef: 1.5 }, `params.hnsw_ef: expected an integer from 1 to ${MAX_EF}, got 1.5`],
      [{ exact: "yes" }, 'params.exact: expected a boolean, got "yes"'],
      [{ indexed_only: 1 }, "params.indexed_only: expected a boolean, got 1"],
      [{ quantization: true }, "params.quantization: expected an object, got true"],
      [{ quantization: { ignore: 0 } }, "params.quantization.ignore: expected a boolean, got 0"],
      [{ quantization: { rescore: "no" } }, 'params.quantization.rescore: expected a boolean, got "no"'],
      [
        { quantization: { oversampling: 0.5 } },
        `params.quantization.oversampling: expected a number from 1 to ${MAX_OVERSAMPLING}, got 0.5`,
      ],
      [
        { quantization: { oversampling: MAX_OVERSAMPLING + 1 } },
        `params.quantization.oversampling: expected a number from 1 to ${MAX_OVERSAMPLING}, got ${MAX_OVERSAMPLING + 1}`,
      ],
      [5, "params: expected an object, got 5"],
    ] as const) {
      it(`the params of a search are refused with the path, the expected type, and the value: ${error}`, () =>
        refuses(server, { method: "POST", path: SEARCH, body: { vector: VECTOR, params } }, 400, error));
    }

    it("the params of a search are refused in a batch with the number of the search", () => {
      const searches = [{ vector: VECTOR }, { vector: VECTOR, params: { hnsw_ef: 0 } }];
      const error = `searches[1].params.hnsw_ef: expected an integer from 1 to ${MAX_EF}, got 0`;
      return refuses(server, { method: "POST", path: `${SEARCH}/batch`, body: { searches } }, 400, error);
    });
  });

  it("the params of a search are refused when oversampling exceeds the limit of points", async () => {
    const points = Array.from({ length: 1001 }, (_, id) => ({ id, vector: VECTOR }));
    await server.call("PUT", "/collections/c/points", { points });
    const search = { vector: VECTOR, limit: 1001, params: { quantization: { oversampling: 100 } } };
    const { status, body } = await server.call("POST", SEARCH, search);
    expect([status, body.status.error]).to.deep.equal([
      400,
      `limit, offset and oversampling ask for 100100 points, at most ${MAX_HITS_PER_REQUEST} in one request`,
    ]);
  });

  describe("the params of a batch", () => {
    const batch = async (searches: object[]) =>
      (await server.call("POST", `${SEARCH}/batch`, { searches })).body.result.map(ids);

    beforeEach(async () => {
      const points = [1, 2, 3, 4, 5].map((id) => ({ id, vector: [id, -id, 0, 0] }));
      await server.call("PUT", "/collections/c/points", { points });
    });

    const up = { vector: [1, 0, 0, 0], limit: 2 };
    const down = { vector: [0, 1, 0, 0], limit: 2 };

    it("the params of a batch of searches combine searches with equal params in one call, and keep the order of results", async () => {
      const calls = searches();
      const wide = { ...up, params: { hnsw_ef: 99 } };
      expect(await batch([up, wide, down, up, down])).to.deep.equal([
        [5, 4],
        [5, 4],
        [1, 2],
        [5, 4],
        [1, 2],
      ]);
      const alike = [up.vector, down.vector, up.vector, down.vector];
      const together = calls.filter(({ queries }) => queries.length > 1);
      expect(together).to.deep.equal([{ field: "", queries: alike, k: 2, params: DEFAULTS }]);
    });

    it("the params of a batch of searches keep offset, threshold and payload of each search", async () => {
      const searches = [
        { ...up, limit: 3 },
        { ...up, offset: 1 },
        { ...up, limit: 3, score_threshold: 4 },
        { ...up, limit: 1, offset: 2 },
        { ...up, offset: 9 },
      ];
      expect(await batch(searches)).to.deep.equal([[5, 4, 3], [4, 3], [5, 4], [3], []]);
    });

    it("the params of a batch of searches return the same as single searches", async () => {
      const searches = Array.from({ length: 23 }, (_, i) => ({
        vector: [i % 3, i % 2, 0, 1],
        limit: 1 + (i % 4),
        params: { exact: i % 2 === 0 },
      }));
      const alone: number[][] = [];
      for (const search of searches) alone.push(ids((await server.call("POST", SEARCH, search)).body.result));
      expect(await batch(searches)).to.deep.equal(alone);
    });
  });
});
