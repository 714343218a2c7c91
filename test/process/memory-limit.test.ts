// A server process with a memory limit, which it reports at the start and does not exceed.
import { expect } from "chai";
import { fillAndFollow } from "../support/full-server.ts";
import { runMain } from "../support/process.ts";
import { Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

describe("a server process with a memory limit", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  itWeekly(
    "a server process with a memory limit refuses writes at its limit, has used its memory by then, and starts again with all points",
    async () => {
      const filling = { dimension: 128, payloadBytes: 2000, batch: 250, clients: 2 };
      await fillAndFollow(servers, { limit: "220MiB", limitMiB: 220, slackMiB: 32, ...filling });
    },
  );

  it("a server process with a memory limit has a limit of 80 % of the memory by default", async () => {
    const server = await servers.here({ ephemeral: true });
    const one = await servers.here({ ephemeral: true, memoryLimit: "80%" });
    const limitIn = (output: string) => /"mib":\d+/.exec(output)![0];
    expect(limitIn(server.output())).to.equal(limitIn(one.output()));
  });

  it("a server process with a memory limit refuses to start with a limit below the memory of an empty server", async () => {
    const args = ["serve", "--ephemeral", "--workers", "2", "--memory-limit", "100MiB"];
    const { code, stderr } = await runMain(args);
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /The memory limit is 100 MiB, and a server with 2 search threads takes 185 MiB without any data\. Give it 217 MiB/,
    );
  });

  it("a server process with a memory limit refuses to start with an invalid limit", async () => {
    const { code, stderr } = await runMain(["serve", "--ephemeral"], { AZIMUTH_MEMORY_LIMIT: "2 gigs" });
    expect(code).to.equal(2);
    expect(stderr).to.contain(
      'AZIMUTH_MEMORY_LIMIT: expected a size such as 1500000000, 512MiB, 2GiB or 80%, got "2 gigs"',
    );
  });
});
