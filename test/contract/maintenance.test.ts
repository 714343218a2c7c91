// Maintenance over REST, and the status of a server whose disk fails at calls that the test names.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { guard } from "../support/guarded.ts";
import { addLicense } from "../support/license.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import { until } from "../support/until.ts";
import { BrokenFs, IoError, type Op } from "../unit/storage/broken-fs.ts";

const POINTS = "/collections/c/points";
const point = (id: number) => ({ id, vector: [id, 2, 3, 4], payload: { id } });
const write = (server: TestServer, id = 1) => server.call("PUT", POINTS, { points: [point(id)] });
const READY = "all collections are ready";

/** Makes calls fail with the code: the calls that `isMeant` selects. */
function failing(fs: BrokenFs, code: string, isMeant: (op: Op, path: string) => boolean): void {
  fs.before = (op, path) => {
    if (isMeant(op, path)) throw new IoError(code);
  };
}

describe("a server", () => {
  let fs: BrokenFs;
  let server: TestServer;
  beforeEach(async () => {
    fs = new BrokenFs();
    server = await startTestServer({ checkpoints: true, fs: () => fs });
    await createCollection(server);
  });
  afterEach(async () => {
    fs.before = () => {};
    await server.close();
  });

  const readyz = async () => {
    const { status, text } = await server.call("GET", "/readyz");
    expect(status).to.equal(200);
    return text;
  };
  const statusOf = async () => (await server.call("GET", "/status")).body.result;
  const metrics = async () => (await server.call("GET", "/metrics")).text;

  it("a server takes a checkpoint on POST /checkpoint, and reports what it wrote", async () => {
    await write(server);
    const { status, body } = await server.call("POST", "/checkpoint");
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.result).to.deep.equal({ number: 1, lsn: 2, collections: 1, trimmed_bytes: 0 });
    expect(readdirSync(join(server.dataDir, "checkpoints"))).to.deep.equal(["00000001.json"]);
    expect((await server.call("POST", "/checkpoint", {})).body.result).to.include({
      number: 2,
      collections: 0,
    });
  });

  it("a server removes deleted data on POST /purge, and reports how much", async () => {
    for (let id = 1; id <= 3; id++) await write(server, id);
    await server.call("POST", `${POINTS}/delete`, { points: [1, 2] });
    await server.call("PUT", "/collections/d", { vectors_config: { size: 2, distance: "Dot" } });
    await server.call("DELETE", "/collections/d?undo_seconds=600");
    const { status, body } = await server.call("POST", "/purge");
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.result).to.include({ collections: 1, points: 2 });
    expect(body.result.log_bytes).to.be.greaterThan(0);
    expect(body.result).to.have.property("file_bytes");
    expect((await server.call("POST", "/collections/d/restore")).status).to.equal(404);
    expect((await server.call("GET", `${POINTS}/3`)).status).to.equal(200);
  });

  it("a server returns the number of vectors and its limit in GET /status", async () => {
    expect((await statusOf()).vectors).to.deep.equal({ used: 0, cap: 5_000 });
    await write(server);
    await write(server, 2);
    expect((await statusOf()).vectors).to.deep.equal({ used: 2, cap: 5_000 });
    await addLicense(server.uiUrl, server.issuer.key(70_000));
    expect((await statusOf()).vectors).to.deep.equal({ used: 2, cap: 70_000 });
  });

  it("a server returns in GET /status whether authentication is on", async () => {
    expect((await statusOf()).auth_enabled).to.equal(false);
    const admin = await guard(server);
    expect((await server.call("GET", "/status", undefined, admin)).body.result.auth_enabled).to.equal(true);
  });

  it("a server returns in GET /status the ports of REST and gRPC, and the address for programs elsewhere", async () => {
    const [rest, grpc] = [server.url, `http://${server.grpcAddress}`].map((url) => Number(new URL(url).port));
    const here = { tls: false, public_url: null };
    expect((await statusOf()).addresses).to.deep.equal({
      rest: { port: rest, ...here },
      grpc: { port: grpc, ...here },
    });
    const known = await startTestServer({ publicUrl: "https://vectors.example.com" });
    const { body } = await known.call("GET", "/status");
    await known.close();
    expect(body.result.addresses.rest.public_url).to.equal("https://vectors.example.com");
  });

  it("a server returns in GET /status whether the extended API is enabled", async () => {
    expect((await statusOf()).extended_api).to.equal(false);
    const extended = await startTestServer({ extendedApi: true });
    const { body } = await extended.call("GET", "/status");
    await extended.close();
    expect(body.result.extended_api).to.equal(true);
  });

  it("a server reports in GET /status that it is healthy, with its log, checkpoint and memory", async () => {
    await write(server);
    await server.call("POST", "/checkpoint");
    await write(server, 2);
    const found = await statusOf();
    expect(found).to.include({ state: "ok", version: "0.1.0", collections_count: 1, file_system: null });
    expect(found.problems).to.deep.equal([]);
    expect(found.log).to.include({ first_lsn: 1, last_lsn: 3, segments: 1, commits: 3 });
    expect(found.log.sync_ms).to.have.all.keys("p50", "p99", "max");
    expect(found.checkpoint).to.include({ number: 1, lsn: 2, failures: 0 });
    expect(found.checkpoint.logged_bytes).to.be.greaterThan(0);
    expect(Date.parse(found.checkpoint.taken_at)).to.be.closeTo(Date.now(), 60_000);
    expect(found.memory.used_bytes).to.be.greaterThan(0).and.below(found.memory.limit_bytes);
  });

  it("a server answers GET /metrics in the text format of Prometheus", async () => {
    await write(server);
    await server.call("POST", "/checkpoint");
    const { headers, text } = await server.call("GET", "/metrics");
    expect(headers.get("content-type")).to.equal("text/plain; version=0.0.4; charset=utf-8");
    const line = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+-]+)$/;
    for (const each of text.trimEnd().split("\n")) expect(each).to.match(line);
    for (const sample of [
      'app_info{name="azimuth",version="0.1.0"} 1',
      "azimuth_ready 1",
      "collections_total 1",
      'collection_points{collection="c"} 1',
      "azimuth_log_last_lsn 2",
      "azimuth_log_commits_total 2",
      "azimuth_checkpoint_lsn 2",
      "azimuth_checkpoint_failures_total 0",
      'azimuth_degraded{reason="read_only"} 0',
      'azimuth_degraded{reason="disk_full"} 0',
    ])
      expect(text).to.include(`${sample}\n`);
    expect(text).to.match(/azimuth_log_fsync_seconds\{quantile="0.99"\} [0-9.e-]+\n/);
  });

  it("a server answers GET /metrics with names of collections unchanged", async () => {
    await server.call("PUT", "/collections/a%7B%7D'b", { vectors_config: { size: 2, distance: "Dot" } });
    expect(await metrics()).to.include(`collection_points{collection="a{}'b"} 0\n`);
  });

  it("a server reports itself as ready and read-only everywhere after an I/O error", async () => {
    await write(server);
    expect(await readyz()).to.equal(READY);
    failing(fs, "EIO", (op, path) => op === "sync" && path.includes("wal"));
    const { body } = await write(server, 2);
    const message = "storage is read-only after an I/O error; restart";
    expect(body.status.error).to.equal(`Upsert failed: ${message}`);
    expect(await readyz()).to.equal(`ready; ${message}`);
    expect((await server.call("GET", "/")).body.warnings).to.deep.equal([message]);
    expect(await statusOf()).to.deep.include({
      state: "degraded",
      problems: [{ kind: "read_only", message }],
    });
    expect(await metrics()).to.include('azimuth_degraded{reason="read_only"} 1\n');
    expect((await server.call("GET", `${POINTS}/1`)).status).to.equal(200);
    expect((await server.call("GET", "/healthz")).text).to.equal("healthz check passed");
  });

  it("a server reports a full disk everywhere until there is space", async () => {
    failing(fs, "ENOSPC", (op, path) => op === "write" && path.includes("wal"));
    const { body } = await write(server, 2);
    expect(body.status.error).to.equal("Upsert failed: no space left on device");
    const message = "no space left on device: upserts are refused";
    expect(await readyz()).to.equal(`ready; ${message}`);
    expect((await server.call("GET", "/")).body.warnings).to.deep.equal([message]);
    expect(await statusOf()).to.deep.include({
      state: "degraded",
      problems: [{ kind: "disk_full", message }],
    });
    expect(await metrics()).to.include('azimuth_degraded{reason="disk_full"} 1\n');
    fs.before = () => {};
    await until(async () => (await readyz()) === READY);
    expect((await write(server, 2)).status).to.equal(200);
  });

  it("a server reports itself as ready, with the names of damaged collections", async () => {
    server.database.collection("c").noteDamage("a reason", new Error("a reason"));
    const message = "1 collection is damaged: c";
    expect(await readyz()).to.equal(`ready; ${message}`);
    expect((await statusOf()).problems).to.deep.equal([{ kind: "collection_damaged", message }]);
    expect(await metrics()).to.include('azimuth_degraded{reason="collection_damaged"} 1\n');
    const { status, body } = await server.call("POST", "/purge");
    expect(status).to.equal(500);
    expect(body.status.error).to.equal(
      "Purge failed: collection is damaged: a reason; nothing was purged: delete collection c first",
    );
  });

  it("a server reports why the last checkpoint failed, until one succeeds", async () => {
    await write(server);
    failing(fs, "EIO", (op, path) => op === "write" && path.includes("checkpoints"));
    const { status, body } = await server.call("POST", "/checkpoint");
    expect([status, body.status.error]).to.deep.equal([500, "Checkpoint failed: input/output error"]);
    expect(await readyz()).to.equal("ready; the last checkpoint failed: EIO: injected");
    expect((await statusOf()).checkpoint).to.include({ number: 0, failures: 1, taken_at: null });
    expect(await metrics()).to.include('azimuth_degraded{reason="checkpoint_failed"} 1\n');
    fs.before = () => {};
    expect((await server.call("POST", "/checkpoint")).status).to.equal(200);
    expect(await readyz()).to.equal(READY);
    expect(existsSync(join(server.dataDir, "checkpoints", "00000001.json"))).to.equal(true);
  });
});

describe("a server that is not ready", () => {
  it("a server that is not ready answers GET / and /metrics without waiting for the log, and refuses maintenance", async () => {
    const server = await startTestServer({ starting: true });
    expect((await server.call("GET", "/")).status).to.equal(200);
    const { status, text } = await server.call("GET", "/metrics");
    expect([status, text.includes("azimuth_ready 0\n")]).to.deep.equal([200, true]);
    for (const [method, path] of [
      ["GET", "/status"],
      ["POST", "/checkpoint"],
      ["POST", "/purge"],
    ] as const)
      expect((await server.call(method, path)).status, path).to.equal(412);
    await server.close();
  });
});
