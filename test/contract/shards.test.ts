// Collections with several shards over REST: how they are created and shown, in both dialects.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";

const VECTORS = { size: 2, distance: "Euclid" };
const POINTS = 200;

describe("a collection with several shards over REST", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await server.call(method, path, body, headers);
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 201);
    return answer.body.result;
  };
  const create = (name: string, more: object, headers = {}) =>
    call("PUT", `/collections/${name}`, { vectors: VECTORS, ...more }, headers);

  for (const [dialect, headers] of Object.entries({ native: {}, qdrant: AS_QDRANT })) {
    it(`a collection with several shards over REST shows its number of shards without a warning, in the ${dialect} dialect`, async () => {
      const name = `shown-${dialect}`;
      await create(name, { shard_number: 4 }, headers);
      const info = await call("GET", `/collections/${name}`, undefined, headers);
      expect(info.config.params.shard_number).to.equal(4);
      expect(info).to.not.have.property("warnings");
    });

    it(`a collection with several shards over REST lists the points of each shard, in the ${dialect} dialect`, async () => {
      const name = `listed-${dialect}`;
      await create(name, { shard_number: 4 }, headers);
      const points = Array.from({ length: POINTS }, (_, id) => ({ id, vector: [id, 0] }));
      await call("PUT", `/collections/${name}/points?wait=true`, { points }, headers);
      const { shard_count, local_shards, remote_shards } = await call(
        ...(["GET", `/collections/${name}/cluster`, undefined, headers] as const),
      );
      expect(shard_count).to.equal(4);
      expect(remote_shards).to.deep.equal([]);
      expect(local_shards.map((shard: { shard_id: number }) => shard.shard_id)).to.deep.equal([0, 1, 2, 3]);
      const counts = local_shards.map((shard: { points_count: number }) => shard.points_count);
      expect(counts.reduce((sum: number, count: number) => sum + count)).to.equal(POINTS);
      for (const count of counts) expect(count).to.be.within(POINTS / 8, POINTS / 2);
    });
  }

  it("a collection with several shards over REST keeps their number when a PATCH names another, and says so", async () => {
    await create("patched", { shard_number: 2 });
    await call("PATCH", "/collections/patched", { params: { shard_number: 3 } });
    const { config, warnings } = await call("GET", "/collections/patched");
    expect(config.params.shard_number).to.equal(2);
    expect(warnings).to.deep.equal([
      { message: "shard_number 3 has no effect: the collection was created with 2 shards" },
    ]);
  });

  for (const [dialect, headers, prefix] of [
    ["native", {}, ""],
    ["qdrant", AS_QDRANT, "Bad request: "],
  ] as const) {
    for (const [method, path] of [
      ["DELETE", "/cluster/peer/1"],
      ["DELETE", "/cluster/peer/1?force=true"],
      ["POST", "/cluster/peer/1/drain"],
    ] as const) {
      it(`a server alone refuses ${method} ${path}, since it knows no other one, in the ${dialect} dialect`, async () => {
        const { status, body } = await server.call(method, path, undefined, headers);
        expect(status).to.equal(400);
        expect(body.status.error).to.equal(`${prefix}Distributed mode disabled`);
      });
    }
  }

  it("a server alone refuses to remove a server whose number is none", async () => {
    expect((await server.call("DELETE", "/cluster/peer/one", undefined, AS_QDRANT)).status).to.equal(400);
    expect((await server.call("DELETE", "/cluster/peer/1?force=perhaps")).status).to.equal(400);
  });
});
