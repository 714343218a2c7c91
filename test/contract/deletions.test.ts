// Deletes of points that can be undone, over REST. The decision: what a deletion has and what is restored is compared
// as text, because a parser of numbers changes 1.0 and 1e400.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Membership } from "../../src/storage/membership.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";
import { AS_QDRANT, count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import { scratchFolder } from "../support/scratch.ts";
import { SimulatedLog } from "../support/simulated-log.ts";

const POINTS = "/collections/c/points";
const UUID = "8d5f1a52-1111-4222-8333-944455556666";
const VECTORS = {
  "": { size: 3, distance: "Cosine" },
  small: { size: 2, distance: "Euclid", quantization_config: { scalar: { type: "int8" } } },
  bits: { size: 4, distance: "Dot", quantization_config: { binary: {} } },
};
const TEXTS = [
  '{"id":1,"vector":{"":[0.1,0.2,0.3],"small":[1.5,-2.25],"words":{"indices":[7,4000000000],"values":[0.5,1.25]}},"payload":{"n":1.0,"huge":1e400,"t":"\\u00e9"}}',
  '{"id":2,"vector":{"bits":[1,2,3,4]},"payload":{"n":2}}',
  `{"id":"${UUID}","vector":{},"payload":{"n":12345678901234567890}}`,
  '{"id":18446744073709551615,"vector":{"":[3,2,1]}}',
];

describe("a deletion of points that can be undone", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ checkpoints: true, extendedApi: true });
  });
  afterEach(() => server.close());

  const post = (path: string, body: unknown, headers = {}) =>
    server.call("POST", POINTS + path, body, headers);
  const remove = (body: unknown, query = "?undo_seconds=60") => post(`/delete${query}`, body);
  const restore = (deletion: unknown) => post("/restore", { deletion });
  const listed = async () => (await server.call("GET", `${POINTS}/deleted`)).body.result.deletions;
  const put = (points: unknown) => server.call("PUT", POINTS, { points });
  const files = () => readdirSync(join(server.dataDir, "deleted-points"));
  const contents = async () => {
    const { text } = await post("/scroll", { with_payload: true, with_vector: true });
    return text.slice(text.indexOf('"result"'));
  };
  const fill = async () => {
    await createCollection(server);
    await put([1, 2, 3].map((id) => ({ id, vector: [id, 1, 1, 1], payload: { n: id } })));
  };

  it("a deletion of points that can be undone answers with its id, and its points are gone", async () => {
    await fill();
    const { status, body } = await remove({ points: [1, 2, 99] });
    expect(status).to.equal(200);
    expect(body.result).to.have.all.keys("operation_id", "status", "deletion");
    expect(body.result.deletion).to.match(/^[\d-]+-[0-9a-f]{8}$/);
    expect(await count(server)).to.equal(1);
  });

  for (const [how, body] of [
    ["ids", { points: [1, 2, UUID, "18446744073709551615"] }],
    ["a filter", { filter: {} }],
  ] as const) {
    it(`a deletion of points that can be undone restores points by ${how} exactly, with all vectors and the text of payloads`, async () => {
      await server.call("PUT", "/collections/c", {
        vectors_config: VECTORS,
        sparse_vectors: { words: {} },
      });
      expect((await server.call("PUT", POINTS, `{"points":[${TEXTS.join()}]}`)).status).to.equal(200);
      const before = await contents();
      const text = JSON.stringify(body).replace('"18446744073709551615"', "18446744073709551615");
      const { deletion } = (await remove(text)).body.result;
      expect(await count(server)).to.equal(0);
      expect((await restore(deletion)).body.result).to.deep.equal({ restored: 4, existing: 0 });
      expect(await contents()).to.equal(before);
      expect(before).to.include('"n":1.0').and.to.include("1e400");
    });
  }

  it("a deletion of points that can be undone is listed with its points and times, the newest first", async () => {
    await fill();
    const first = (await remove({ points: [1] })).body.result.deletion;
    const second = (await remove({ filter: { must: [{ key: "n", range: { gte: 2 } }] } })).body.result
      .deletion;
    const all = await listed();
    expect(all.map(({ points }: { points: number }) => points).sort()).to.deep.equal([1, 2]);
    expect(all.map(({ deletion }: { deletion: string }) => deletion)).to.have.members([first, second]);
    for (const { deleted_at, deleted_until } of all)
      expect(Date.parse(deleted_until) - Date.parse(deleted_at)).to.equal(60_000);
    expect(Date.parse(all[0].deleted_at)).to.be.at.least(Date.parse(all[1].deleted_at));
  });

  it("a deletion of points that can be undone never replaces a point that exists again", async () => {
    await fill();
    const { deletion } = (await remove({ points: [1, 2] })).body.result;
    await put([{ id: 2, vector: [9, 9, 9, 9], payload: { n: "newer" } }]);
    expect((await restore(deletion)).body.result).to.deep.equal({ restored: 1, existing: 1 });
    const { result } = (await server.call("GET", `${POINTS}/2`)).body;
    expect(result).to.deep.include({ payload: { n: "newer" }, vector: [9, 9, 9, 9] });
  });

  it("a deletion of points that can be undone is restored once, and its file is removed", async () => {
    await fill();
    const { deletion } = (await remove({ points: [1] })).body.result;
    expect(files()).to.have.length(1);
    await restore(deletion);
    expect([await listed(), files()]).to.deep.equal([[], []]);
    const { status, body } = await restore(deletion);
    expect([status, body.status.error]).to.deep.equal([
      404,
      `Deletion not found: ${deletion}; GET points/deleted lists those that can be undone`,
    ]);
  });

  it("a deletion of points that can be undone has no id and no file if it deletes nothing", async () => {
    await fill();
    const { body } = await remove({ points: [77] });
    expect(body.result).to.have.all.keys("operation_id", "status");
    expect(await listed()).to.deep.equal([]);
  });

  it("a deletion of points without undo_seconds answers as before and keeps nothing", async () => {
    await fill();
    const { body } = await remove({ points: [1] }, "");
    expect(body.result).to.have.all.keys("operation_id", "status");
    expect(readdirSync(server.dataDir)).to.not.include("deleted-points");
  });

  it("a deletion of points that can be undone belongs to its collection", async () => {
    await fill();
    const { deletion } = (await remove({ points: [1] })).body.result;
    await server.call("PUT", "/collections/d", { vectors_config: { size: 4, distance: "Dot" } });
    const other = await server.call("POST", "/collections/d/points/restore", { deletion });
    expect(other.status).to.equal(404);
    expect((await server.call("GET", "/collections/d/points/deleted")).body.result).to.deep.equal({
      deletions: [],
    });
  });

  it("a deletion of points that can be undone leaves out vectors whose name was removed, also if there is a new one", async () => {
    const two = { a: { size: 1, distance: "Dot" }, b: { size: 1, distance: "Dot" } };
    await server.call("PUT", "/collections/c", { vectors_config: two });
    await put([{ id: 1, vector: { a: [1], b: [2] } }]);
    const { deletion } = (await remove({ points: [1] })).body.result;
    await server.call("DELETE", "/collections/c/vectors/b");
    await server.call("PUT", "/collections/c/vectors/b", { size: 1, distance: "Dot" });
    expect((await restore(deletion)).body.result).to.deep.equal({ restored: 1, existing: 0 });
    expect((await server.call("GET", `${POINTS}/1`)).body.result.vector).to.deep.equal({ a: [1] });
  });

  it("a deletion of points that can be undone works in a collection with several shards", async () => {
    await server.call("PUT", "/collections/c", {
      vectors_config: { size: 2, distance: "Dot" },
      shard_number: 4,
    });
    await put(Array.from({ length: 100 }, (_, id) => ({ id, vector: [id, 1], payload: { id } })));
    const before = await contents();
    const { deletion } = (await remove({ filter: {} })).body.result;
    expect(await count(server)).to.equal(0);
    expect((await restore(deletion)).body.result).to.deep.equal({ restored: 100, existing: 0 });
    expect(await contents()).to.equal(before);
  });

  it("a deletion of points that can be undone counts for the license again when it is restored, and only then", async () => {
    await createCollection(server);
    const columns = (first: number, length: number) => {
      const ids = Array.from({ length }, (_, i) => first + i);
      return { batch: { ids, vectors: ids.map((id) => [id, 1, 1, 1]) } };
    };
    await server.call("PUT", POINTS, columns(0, 5000));
    const ids = [0, 1, 2];
    const { deletion } = (await remove({ points: ids })).body.result;
    expect((await server.call("PUT", POINTS, columns(9000, 3))).status).to.equal(200);
    const { status, body } = await restore(deletion);
    expect([status, body.status.error]).to.satisfy(
      ([code, text]: [number, string]) => code === 403 && text.startsWith("Vector limit reached"),
    );
    expect([await count(server), (await listed()).length]).to.deep.equal([5000, 1]);
    // One of the three exists again, so that two are needed and one is too many.
    await remove({ points: [9000, 9001, 9002] }, "");
    await server.call("PUT", POINTS, columns(0, 1));
    expect((await restore(deletion)).body.result).to.deep.equal({ restored: 2, existing: 1 });
  });

  for (const value of ["0", "86401", "soon", "1.5", "-1", ""]) {
    it(`a deletion of points refuses undo_seconds=${value || "nothing"} and deletes nothing`, async () => {
      await fill();
      const { status, body } = await remove({ points: [1] }, `?undo_seconds=${value}`);
      expect([status, body.status.error]).to.satisfy(
        ([code, text]: [number, string]) => code === 400 && text.startsWith("undo_seconds: expected"),
      );
      expect(await count(server)).to.equal(3);
    });
  }

  it("a deletion of points that can be undone refuses a request without points and filter", async () => {
    await fill();
    const { status, body } = await remove({});
    expect([status, body.status.error]).to.deep.equal([400, "points or filter is required"]);
  });

  for (const [what, body, text] of [
    ["no id", {}, "deletion is required"],
    ["a number", { deletion: 5 }, "deletion: expected a string"],
    ["a long text", { deletion: "x".repeat(65) }, "deletion: expected"],
    ["an unknown field", { deletion: "x", points: [1] }, "points: unknown field"],
  ] as const) {
    it(`a deletion of points is not restored by ${what}`, async () => {
      await fill();
      const { status, body: answer } = await post("/restore", body);
      expect([status, answer.status.error.slice(0, text.length)]).to.deep.equal([400, text]);
    });
  }

  it("a deletion of points is not restored by a path", async () => {
    await fill();
    await remove({ points: [1] });
    const { status } = await restore("../collections");
    expect([status, (await listed()).length]).to.deep.equal([404, 1]);
  });

  it("a deletion of points in an absent collection is neither listed nor restored", async () => {
    const answers = await Promise.all([
      server.call("GET", `${POINTS}/deleted`),
      restore("2026-01-01-00-00-00-00000000"),
      remove({ points: [1] }),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404]);
  });

  it("a deletion of points in the qdrant dialect names undo_seconds as unknown, and keeps nothing", async () => {
    await fill();
    const { body, headers } = await post(
      "/delete?wait=true&undo_seconds=60",
      { points: [1], undo_seconds: 60 },
      AS_QDRANT,
    );
    expect(body.result).to.have.all.keys("operation_id", "status");
    expect(headers.get("x-azimuth-ignored")).to.equal("undo_seconds");
    expect(await listed()).to.deep.equal([]);
  });

  it("a deletion of points that can be undone goes with its collection", async () => {
    await fill();
    await remove({ points: [1] });
    await server.call("DELETE", "/collections/c");
    await server.database.deletions.stop();
    expect(files()).to.deep.equal([]);
  });

  it("a deletion of points that can be undone outlasts a collection that is deleted and restored", async () => {
    await fill();
    const { deletion } = (await remove({ points: [1] })).body.result;
    await server.call("DELETE", "/collections/c?undo_seconds=60");
    await server.call("POST", "/collections/c/restore");
    expect((await restore(deletion)).body.result).to.deep.equal({ restored: 1, existing: 0 });
  });

  it("a deletion of points that can be undone is in no snapshot and in no backup", async () => {
    await fill();
    await remove({ points: [1] });
    const { name } = (await server.call("POST", "/collections/c/snapshots")).body.result;
    const backup = Buffer.from(await (await fetch(`${server.url}/backup`)).arrayBuffer());
    expect(backup.includes("BACKUP.json")).to.equal(true);
    expect(backup.includes("deleted-points")).to.equal(false);
    await server.call("PUT", `/collections/c/snapshots/${name}/recover`);
    expect(await listed()).to.deep.equal([]);
    expect(await count(server)).to.equal(2);
  });
});

describe("a deletion of points in a cluster", () => {
  it("a deletion of points in a cluster refuses undo_seconds and deletes nothing", async () => {
    const log = new SimulatedLog(1).handle();
    const position = await log.open();
    const membership = new Membership(nodeFs, scratchFolder("azimuth-deletions-"), randomUUID);
    const server = await startTestServer({ cluster: { log, position, membership } });
    await createCollection(server);
    await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
    const remove = (query: string) => server.call("POST", `${POINTS}/delete${query}`, { points: [1] });
    const { status, body } = await remove("?undo_seconds=60");
    expect([status, body.status.error]).to.deep.equal([
      400,
      "undo_seconds: a server of a cluster keeps no deleted points; nothing was deleted, delete without it",
    ]);
    expect(await count(server)).to.equal(1);
    expect((await remove("")).status).to.equal(200);
    expect(await count(server)).to.equal(0);
    await server.close();
  });
});
