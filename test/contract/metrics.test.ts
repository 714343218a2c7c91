// GET /metrics while a server is used. The decision: labels are path patterns, methods and statuses, so that no text of
// a client becomes a label.
import { type ServiceError, status } from "@grpc/grpc-js";
import { expect } from "chai";
import { guard } from "../support/guarded.ts";
import { definitionsIn, PlainClient } from "../support/plain-grpc.ts";
import { rawRequest } from "../support/raw-request.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/{collection_name}/points";
const point = (id: number) => ({ id, vector: [id, 2, 3, 4] });

/** Samples by their name and labels, in the notation of Prometheus. */
type Samples = ReadonlyMap<string, number>;

async function samplesOf(server: TestServer, headers = {}): Promise<Samples> {
  const { text } = await server.call("GET", "/metrics", undefined, headers);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const samples = new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
  expect(samples.size, "each line once").to.equal(lines.length);
  return samples;
}

describe("metrics", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ checkpoints: true });
    await createCollection(server);
  });
  afterEach(() => server.close());

  const answered = (samples: Samples, endpoint: string, method: string, status: number) =>
    samples.get(`rest_responses_total{endpoint="${endpoint}",method="${method}",status="${status}"}`);

  it("metrics count requests by path pattern, method and status, on all ports together", async () => {
    for (let id = 0; id < 3; id++) await server.call("PUT", "/collections/c/points", { points: [point(id)] });
    await server.call("PUT", "/collections/c/points", { points: [{ id: -1 }] });
    await server.call("GET", "/collections/absent");
    await fetch(`${server.uiUrl}/api/proxy/collections/c`);
    const samples = await samplesOf(server);
    expect(answered(samples, POINTS, "PUT", 200)).to.equal(3);
    expect(answered(samples, POINTS, "PUT", 400)).to.equal(1);
    const collection = "/collections/{collection_name}";
    expect(answered(samples, collection, "PUT", 200)).to.equal(1);
    expect(answered(samples, collection, "GET", 404)).to.equal(1);
    expect(answered(samples, collection, "GET", 200)).to.equal(1);
    const labels = `{endpoint="${POINTS}",method="PUT"}`;
    expect(samples.get(`rest_responses_fail_total${labels}`)).to.equal(1);
    expect(samples.get(`rest_responses_duration_seconds_count${labels}`)).to.equal(4);
    expect(samples.get(`rest_responses_duration_seconds_sum${labels}`)).to.be.above(0);
  });

  it("metrics have no label that contains a text of a client", async () => {
    const secret = "azk-secret-0123456789";
    for (const path of [`/${secret}`, `/collections/${secret}`, `/collections/c/points/${secret}`]) {
      await rawRequest(server.url, { method: "GET", path, headers: { authorization: `Bearer ${secret}` } });
      await rawRequest(server.uiUrl, { method: "DELETE", path: `${path}?api_key=${secret}` });
      await rawRequest(server.uiUrl, { method: "OPTIONS", path, headers: { host: secret } });
    }
    const before = (await samplesOf(server)).size;
    for (let i = 0; i < 50; i++) await rawRequest(server.url, { method: "GET", path: `/made-up-${i}` });
    const samples = await samplesOf(server);
    // The first request for metrics adds samples of its own.
    expect(samples.size - before).to.be.at.most(20);
    expect([...samples.keys()].join("\n"))
      .not.to.contain(secret)
      .and.not.to.contain("made-up");
    expect(answered(samples, "(none)", "any", 404)).to.be.at.least(50);
  });

  it("metrics count pages of the console and preflights separately from requests to the API", async () => {
    await server.close();
    const page = {
      type: "text/html",
      has: () => true,
      form: () => ({ bytes: Buffer.from("x"), etag: '"x"' }),
    };
    const origin = "https://app.example.com";
    server = await startTestServer({
      assets: new Map([["/index.html", page]]) as never,
      corsOrigins: [origin],
    });
    await fetch(server.uiUrl);
    await fetch(server.uiUrl, { headers: { "if-none-match": '"x"', "cache-control": "max-age=0" } });
    const preflight = { origin, "access-control-request-method": "POST" };
    await rawRequest(server.url, { method: "OPTIONS", path: "/collections", headers: preflight });
    const samples = await samplesOf(server);
    expect(answered(samples, "(ui)", "any", 200)).to.equal(1);
    expect(answered(samples, "(ui)", "any", 304)).to.equal(1);
    expect(answered(samples, "(preflight)", "any", 204)).to.equal(1);
  });

  it("metrics count requests that were refused without a valid credential", async () => {
    const admin = await guard(server);
    for (let i = 0; i < 3; i++) await server.call("GET", "/collections");
    expect(answered(await samplesOf(server, admin), "/collections", "GET", 401)).to.equal(3);
  });

  it("metrics have histograms whose buckets add up to their count", async () => {
    await server.call("PUT", "/collections/c/points", { points: [point(1)] });
    const samples = await samplesOf(server);
    const series = new Map<string, number[]>();
    for (const [name, value] of samples) {
      const [, metric, labels] = /^(\w+)_bucket\{(.*?),?le="[^"]+"\}$/.exec(name) ?? [];
      if (metric === undefined) continue;
      const key = `${metric}_count${labels ? `{${labels}}` : ""}`;
      series.set(key, [...(series.get(key) ?? []), value]);
    }
    expect(series.size).to.be.above(3);
    for (const [key, counts] of series) {
      expect(counts, key).to.deep.equal(counts.toSorted((a, b) => a - b));
      expect(counts.at(-1), key).to.equal(samples.get(key));
    }
    const commits = samples.get("azimuth_log_commits_total");
    expect(samples.get("azimuth_log_fsync_duration_seconds_count")).to.equal(commits);
    expect(commits).to.equal(2);
  });

  it("metrics contain counts, limits and resource usage of the server", async () => {
    const empty = await samplesOf(server);
    await server.call("PUT", "/collections/c/points", {
      points: [point(1), point(2), { id: 3, vector: {} }],
    });
    const samples = await samplesOf(server);
    expect(samples.get("collections_vector_total")).to.equal(2);
    expect(samples.get("azimuth_vectors_limit")).to.equal(5000);
    expect(samples.get('collection_points{collection="c"}')).to.equal(3);
    expect(samples.get('collection_vectors{collection="c"}')).to.equal(2);
    expect(samples.get('azimuth_collection_segments{collection="c"}')).to.equal(1);
    expect(samples.get('azimuth_collection_indexed_vectors{collection="c"}')).to.equal(0);
    expect(samples.get('azimuth_collection_index_busy{collection="c"}')).to.equal(0);
    expect(empty.get("azimuth_wasm_memory_bytes")).to.equal(0);
    expect(samples.get("azimuth_wasm_memory_bytes")).to.be.above(0);
    expect(samples.get("azimuth_wasm_memory_bytes")! % 65_536).to.equal(0);
  });

  it("metrics count rebuilds of collections", async () => {
    await server.call("PUT", "/collections/c/points", { points: [point(1), point(2)] });
    await server.call("POST", "/collections/c/points/delete", { points: [1] });
    const before = await samplesOf(server);
    expect((await server.call("POST", "/purge")).status).to.equal(200);
    const samples = await samplesOf(server);
    expect(before.get("rebuild_success_total")).to.equal(0);
    expect(samples.get("rebuild_success_total")).to.be.at.least(1);
    expect(samples.get("rebuild_duration_seconds_count")).to.equal(samples.get("rebuild_success_total"));
    expect(samples.get("rebuild_failed_total")).to.equal(0);
    expect(samples.get("rebuild_running")).to.equal(0);
  });

  it("metrics count snapshots, and the snapshots that are being taken", async () => {
    const snapshots = "/collections/c/snapshots";
    const before = await samplesOf(server);
    const extended = await startTestServer({ checkpoints: true, extendedApi: true });
    try {
      await createCollection(extended);
      const { body } = await extended.call("POST", snapshots, {});
      const made = await samplesOf(extended);
      expect([before, made].map((samples) => samples.get("snapshot_created_total"))).to.deep.equal([0, 1]);
      expect(made.get('snapshot_creation_running{collection="c"}')).to.equal(0);
      await extended.call("PUT", `${snapshots}/recover`, { location: body.result.name });
      expect((await samplesOf(extended)).get("snapshot_created_total")).to.equal(1);
    } finally {
      await extended.close();
    }
  });

  it("metrics report recovery mode and the number of started rebuilds", async () => {
    const samples = await samplesOf(server);
    expect(samples.get("app_status_recovery_mode")).to.equal(0);
    expect(samples.get("rebuild_triggered_total")).to.equal(0);
  });

  it("metrics count gRPC calls by method and code, each call once, refused calls included", async () => {
    const client = new PlainClient(definitionsIn("azimuth/v1/collections_service.proto"), server.grpcAddress);
    const call = (method: string, request = {}) =>
      client.call(`azimuth.v1.Collections/${method}`, request).then(
        () => status.OK,
        ({ code }: ServiceError) => code,
      );
    let admin = {};
    try {
      const codes = [
        await call("List"),
        await call("List"),
        await call("Get", { collection_name: "absent" }),
      ];
      admin = await guard(server);
      expect([...codes, await call("List")]).to.deep.equal([0, 0, status.NOT_FOUND, status.UNAUTHENTICATED]);
    } finally {
      client.close();
    }
    const samples = await samplesOf(server, admin);
    const calls = (method: string, code: number) =>
      samples.get(`grpc_responses_total{method="/azimuth.v1.Collections/${method}",status="${code}"}`);
    expect([calls("List", 0), calls("List", 16), calls("Get", 5)]).to.deep.equal([2, 1, 1]);
    const list = '{method="/azimuth.v1.Collections/List"}';
    expect(samples.get(`grpc_responses_fail_total${list}`)).to.equal(1);
    expect(samples.get(`grpc_responses_duration_seconds_count${list}`)).to.equal(3);
  });
});
