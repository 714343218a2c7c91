// Requests that read every payload because no index serves their filter. The decision: the scan ends soon after the
// client has left or the time limit is reached. The test counts slices of payloads.
import { request } from "node:http";
import { expect } from "chai";
import { PayloadStore } from "../../../src/core/payload/store.ts";
import { pause } from "../../../src/scheduling/pause.ts";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";
import { CODECS } from "../../support/transports/grpc-codecs.ts";
import { OverGrpc, SERVED } from "../../support/transports/over-grpc.ts";
import { asRead, operationOf } from "../../support/transports/transport.ts";
import { itWeekly } from "../../support/weekly.ts";

const POINTS = 12_000;
const BATCH = 2_000;
/** Slices of the scan: core/search/select/verify.ts reads at most 1,000 points and 256 KiB in one. */
const SLICES = 12;
/** Slices that may run after the cancellation before the scan notices it. */
const LATE = 2;
const TURNS = 200;
const SLOW_SLICE_MS = 2;

const c = { collection_name: "c" };
/** No point matches this filter. */
const filter = { must: [{ key: "text", match: { value: "y" } }] };
/** Path and body of each operation that scans payloads; paths are relative to the collection. */
const SCANS: Readonly<Record<string, readonly [path: string, body: object]>> = {
  countPoints: ["points/count", { filter }],
  scrollPoints: ["points/scroll", { filter }],
  facet: ["facet", { key: "n", filter }],
  matrixPairs: ["points/search/matrix/pairs", { filter }],
  matrixOffsets: ["points/search/matrix/offsets", { filter }],
  searchPoints: ["points/search", { vector: [1, 2, 3, 4], limit: 3, filter }],
  queryPoints: ["points/query", { query: { sample: "random" }, filter }],
};

function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

describe("a scan of payloads", () => {
  let server: TestServer;
  const { read } = PayloadStore.prototype;
  let slices = 0;
  let onSlice = (_count: number) => {};

  async function start(settings: Parameters<typeof startTestServer>[0] = {}): Promise<void> {
    server = await startTestServer({ vectors: POINTS, extendedApi: true, ...settings });
    await createCollection(server);
    const index = { field_name: "n", field_schema: "integer" };
    expect((await server.call("PUT", "/collections/c/index", index)).status).to.equal(200);
    for (let first = 0; first < POINTS; first += BATCH) {
      const points = Array.from({ length: BATCH }, (_, i) => ({
        ...{ id: first + i, vector: [1, 2, 3, i] },
        payload: { n: i % 7, text: "x" },
      }));
      expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
    }
    await quiet();
    slices = 0;
  }

  before(() => {
    PayloadStore.prototype.read = async function (slots) {
      onSlice(++slices);
      return read.call(this, slots);
    };
  });
  after(() => {
    PayloadStore.prototype.read = read;
  });
  beforeEach(() => {
    onSlice = () => {};
  });
  afterEach(() => server.close());

  /** Waits until no slice has been read during many turns of the event loop. */
  async function quiet(): Promise<void> {
    let seen = -1;
    while (seen !== slices) {
      seen = slices;
      for (let turn = 0; turn < TURNS; turn++) await pause();
    }
  }

  itWeekly("a scan of payloads reads all payloads if the client waits for the response", async () => {
    await start();
    for (const [path, body] of Object.values(SCANS)) {
      slices = 0;
      expect((await server.call("POST", `/collections/c/${path}`, body)).status, path).to.equal(200);
      expect(slices, path).to.be.at.least(SLICES);
    }
  });

  it("a scan of payloads ends when a client over HTTP disconnects", async () => {
    await start();
    for (const [path, body] of Object.values(SCANS)) {
      slices = 0;
      await new Promise<void>((gone) => {
        const sent = request(`${server.url}/collections/c/${path}`, { method: "POST" });
        sent.on("error", () => {}).on("close", gone);
        onSlice = (count) => count === LATE && sent.destroy();
        sent.end(JSON.stringify(body));
      });
      await quiet();
      // The server learns of the closed connection a few slices later.
      expect(slices, path).to.be.within(LATE, SLICES - LATE);
    }
  });

  it("a scan of payloads ends when a client over gRPC cancels", async () => {
    await start();
    const client = new OverGrpc(server.grpcAddress);
    for (const [id, [path, body]] of Object.entries(SCANS)) {
      slices = 0;
      const message = CODECS[id]!.request.write(asRead(operationOf(id), { ...c, ...body })) as object;
      const call = client.start(SERVED.get(id)!, message);
      onSlice = (count) => count === LATE && call.cancel();
      await call.answered.catch(() => {});
      await quiet();
      expect(slices, path).to.be.within(LATE, SLICES - LATE);
    }
    client.close();
  });

  it("a scan of payloads ends at its time limit", async () => {
    await start({ searchTimeout: 1e-6 });
    // On a fast machine most of the scan would be done before the timer of a millisecond.
    onSlice = () => spin(SLOW_SLICE_MS);
    for (const [path, body] of Object.values(SCANS)) {
      slices = 0;
      const { body: answer } = await server.call("POST", `/collections/c/${path}`, body);
      expect(answer.status.error, path).to.contain("--search-timeout");
      await quiet();
      expect(slices, path).to.be.at.most(SLICES / 2);
    }
  });
});
