// The setting `max_lag`: how old the reads of a server may be that copies a log, over REST and gRPC.
import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { Membership } from "../../src/storage/membership.ts";
import { nodeFs } from "../../src/storage/node-fs.ts";
import { clientOf, makePlaces, places } from "../support/qdrant-grpc.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";
import { scratchFolder } from "../support/scratch.ts";
import { type SimulatedHandle, SimulatedLog } from "../support/simulated-log.ts";
import { until } from "../support/until.ts";

const SEED = 5;
const COUNT = `/collections/${places.collectionName}/points/count`;

describe("a server of a cluster with max_lag", () => {
  let server: TestServer;
  let handle: SimulatedHandle;

  async function start(maxLag?: number): Promise<void> {
    handle = new SimulatedLog(SEED).handle();
    const position = await handle.open();
    const membership = new Membership(nodeFs, scratchFolder("azimuth-max-lag-"), randomUUID);
    const cluster = { log: handle, position, membership };
    server = await startTestServer({ cluster, ...(maxLag !== undefined && { maxLag }) });
    await makePlaces(clientOf(server));
  }
  afterEach(() => server.close());

  const count = (query = "") => server.call("POST", COUNT + query, {});

  it("a server of a cluster with max_lag refuses reads of collections while it has not heard of the log for so long", async () => {
    await start(1);
    expect((await count()).status).to.equal(200);
    handle.cutOff();
    await until(async () => (await count()).status !== 200);
    const { status: code, headers, text } = await count();
    expect(code).to.equal(503);
    expect(headers.get("retry-after")).to.equal("1");
    expect(text).to.match(/Shard temporarily unavailable: this server is 1\.\d+ s behind .* max_lag is 1 s/);
    const overGrpc = await clientOf(server)
      .api("points")
      .count(places)
      .catch((error: { code: number }) => error.code);
    expect(overGrpc).to.equal(status.UNAVAILABLE);
    expect((await count("?stale=true")).status, "what there is").to.equal(200);
    expect((await server.call("GET", "/collections")).status, "a read of no collection").to.equal(200);
    handle.join();
    await until(async () => (await count()).status === 200);
  });

  it("a server of a cluster without max_lag answers reads however old they are, and names `stale` as ignored", async () => {
    await start();
    const { status: code, headers } = await count("?stale=true");
    expect([code, headers.get("x-azimuth-ignored")]).to.deep.equal([200, "stale"]);
  });
});
