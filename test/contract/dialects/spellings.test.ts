// Input that both dialects accept: two names of one field, and requests of clients that deviate from the documentation.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";

const VECTORS = { size: 2, distance: "Dot" };
const C = "/collections/c";

for (const [dialect, headers] of [
  ["native", {}],
  ["qdrant", AS_QDRANT],
] as const) {
  describe(`spellings in the ${dialect} dialect`, () => {
    let server: TestServer;
    const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      server.call(method, path, body, { ...headers, ...more });
    beforeEach(async () => {
      server = await startTestServer();
    });
    afterEach(() => server.close());

    for (const name of ["vectors", "vectors_config"]) {
      it(`the ${dialect} dialect accepts ${name} when a collection is created`, async () => {
        expect((await call("PUT", C, { [name]: VECTORS })).status).to.equal(200);
        const { config } = (await call("GET", C)).body.result;
        expect(config.params.vectors).to.deep.equal(VECTORS);
      });

      it(`the ${dialect} dialect accepts ${name} when a collection is changed`, async () => {
        await call("PUT", C, { vectors: VECTORS });
        const change = { [name]: { "": { hnsw_config: { m: 8 } } } };
        expect((await call("PATCH", C, change)).status).to.equal(200);
        const { config } = (await call("GET", C)).body.result;
        expect(config.params.vectors.hnsw_config.m).to.equal(8);
      });
    }

    for (const name of ["optimizers_config", "optimizer_config"]) {
      it(`the ${dialect} dialect accepts ${name} when a collection is created`, async () => {
        await call("PUT", C, { vectors: VECTORS, [name]: { deleted_threshold: 0.5 } });
        const { config } = (await call("GET", C)).body.result;
        expect(config.optimizer_config.deleted_threshold).to.equal(0.5);
      });
    }

    for (const name of ["with_vector", "with_vectors"]) {
      it(`the ${dialect} dialect accepts ${name} in a retrieve and in a search`, async () => {
        await call("PUT", C, { vectors: VECTORS });
        await call("PUT", `${C}/points?wait=true`, { points: [{ id: 1, vector: [1, 2] }] });
        for (const [path, rest] of [
          ["points", { ids: [1] }],
          ["points/search", { vector: [1, 0], limit: 1 }],
        ] as const) {
          const { result } = (await call("POST", `${C}/${path}`, { ...rest, [name]: true })).body;
          expect(result[0].vector, path).to.deep.equal([1, 2]);
        }
      });
    }

    it(`the ${dialect} dialect accepts top for the limit of a search`, async () => {
      await call("PUT", C, { vectors: VECTORS });
      const points = [1, 2, 3].map((id) => ({ id, vector: [id, 0] }));
      await call("PUT", `${C}/points?wait=true`, { points });
      const search = { vector: [1, 0], top: 1 };
      expect((await call("POST", `${C}/points/search`, search)).body.result).to.have.length(1);
      const { result } = (await call("POST", `${C}/points/search/batch`, { searches: [search] })).body;
      expect(result[0]).to.have.length(1);
      const both = { vector: [1, 0], top: 1, limit: 2 };
      expect((await call("POST", `${C}/points/search`, both)).body.result).to.have.length(2);
    });

    it(`the ${dialect} dialect accepts JSON without a content type, with the type of a form, or with another charset`, async () => {
      for (const type of ["", "application/x-www-form-urlencoded", "application/json; charset=UTF-8"]) {
        await call("DELETE", C);
        const body = new TextEncoder().encode(JSON.stringify({ vectors: VECTORS }));
        const { status, text } = await call("PUT", C, body, { "content-type": type });
        expect(status, `${type} ${text}`).to.equal(200);
      }
    });

    it(`the ${dialect} dialect accepts doubled and trailing slashes in a path`, async () => {
      await call("PUT", `//collections///c/`, { vectors: VECTORS });
      expect((await call("GET", "/collections//c/exists/")).body.result).to.deep.equal({ exists: true });
    });

    it(`the ${dialect} dialect accepts a collection name with an escaped space and letters of several scripts`, async () => {
      const name = "Büro 1 東";
      await call("PUT", `/collections/${encodeURIComponent(name)}`, { vectors: VECTORS });
      expect((await call("GET", "/collections")).body.result.collections).to.deep.equal([{ name }]);
    });

    it(`the ${dialect} dialect accepts query parameters that have no meaning here`, async () => {
      await call("PUT", `${C}?timeout=5`, { vectors: VECTORS, shard_number: 1 });
      const query = "wait=true&ordering=weak&timeout=5&consistency=majority";
      const body = { points: [{ id: 1, vector: [1, 2] }], shard_key: "a" };
      expect((await call("PUT", `${C}/points?${query}`, body)).status).to.equal(200);
    });

    it(`the ${dialect} dialect accepts a credential in either header while authentication is off`, async () => {
      for (const header of [{ authorization: "Bearer x" }, { "api-key": "x" }] as Record<string, string>[]) {
        expect((await call("GET", "/collections", undefined, header)).status).to.equal(200);
      }
    });
  });
}
