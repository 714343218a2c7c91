// Collections without vectors over REST. The decision: natively an empty object of vectors asks for one; all operations
// on points then work without vectors.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";

describe("a collection without vectors", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const call = (method: string, path: string, body?: unknown) => server.call(method, path, body, AS_QDRANT);

  for (const body of [{}, { vectors: {} }, { vectors: null }]) {
    it(`a collection without vectors is created by ${JSON.stringify(body)} in the qdrant dialect`, async () => {
      expect((await call("PUT", "/collections/c", body)).body.result).to.equal(true);
      const { config } = (await call("GET", "/collections/c")).body.result;
      expect(config.params.vectors).to.deep.equal({});
    });
  }

  it("a collection without vectors is created natively by an empty object of vectors, and by nothing less", async () => {
    for (const body of [{}, { vectors: null }]) {
      const answer = await server.call("PUT", "/collections/c", body);
      expect([answer.status, answer.body.status.error]).to.deep.equal([400, "vectors_config is required"]);
    }
    for (const name of ["vectors", "vectors_config"]) {
      expect((await server.call("PUT", `/collections/${name}`, { [name]: {} })).status).to.equal(200);
      const { config } = (await server.call("GET", `/collections/${name}`)).body.result;
      expect(config.params.vectors).to.deep.equal({});
    }
  });

  it("a collection without vectors stores, returns, counts, scrolls and deletes points", async () => {
    await call("PUT", "/collections/c", {});
    const points = [1, 2, 3].map((id) => ({ id, vector: {}, payload: { id } }));
    expect((await call("PUT", "/collections/c/points?wait=true", { points })).body.result.status).to.equal(
      "completed",
    );
    expect((await call("GET", "/collections/c/points/2")).body.result).to.deep.equal({
      id: 2,
      payload: { id: 2 },
      vector: {},
    });
    const scrolled = await call("POST", "/collections/c/points/scroll", { limit: 1 });
    expect(scrolled.body.result.points[0]).to.deep.equal({ id: 1, payload: { id: 1 } });
    expect((await call("POST", "/collections/c/points/count", {})).body.result.count).to.equal(3);
    await call("POST", "/collections/c/points/delete?wait=true", { points: [2] });
    expect((await call("GET", "/collections/c")).body.result.points_count).to.equal(2);
  });

  it("a collection without vectors refuses vectors and searches with the name of the missing vector", async () => {
    await call("PUT", "/collections/c", {});
    const points = [{ id: 1, vector: [1, 2] }];
    expect((await call("PUT", "/collections/c/points?wait=true", { points })).status).to.equal(400);
    expect(
      (await call("POST", "/collections/c/points/search", { vector: [1, 2], limit: 1 })).status,
    ).to.equal(400);
    const native = await server.call("POST", "/collections/c/points/search", { vector: [1, 2], limit: 1 });
    expect([native.status, native.body.status.error]).to.satisfy(
      ([status, text]: [number, string]) => status === 400 && text.endsWith("it has none"),
    );
  });
});
