// Servers with several memory limits and kinds of data, filled until they refuse writes: the process stays within its
// limit.
import { fillAndFollow } from "../support/full-server.ts";
import { Servers } from "../support/servers.ts";

/** Garbage that V8 has not collected, and memory that the allocator keeps. */
const SLACK_MIB = 32;

describe("a server that is filled to its memory limit", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers({ isOnDisk: true });
  });
  afterEach(() => servers.close());

  for (const [what, limitMiB, filling] of [
    ["vectors", 300, { dimension: 256, payloadBytes: 100, batch: 500, clients: 2 }],
    ["payloads", 300, { dimension: 8, payloadBytes: 5000, batch: 500, clients: 4 }],
    ["both, by many clients", 400, { dimension: 128, payloadBytes: 1000, batch: 1000, clients: 8 }],
    ["small points", 250, { dimension: 4, payloadBytes: 10, batch: 1000, clients: 2 }],
  ] as const) {
    it(`a server that is filled to its memory limit stays below ${limitMiB} MiB and ${SLACK_MIB} more with ${what}`, async () => {
      const limit = `${limitMiB}MiB`;
      const measured = await fillAndFollow(servers, { limit, limitMiB, slackMiB: SLACK_MIB, ...filling });
      process.stdout.write(`      ${JSON.stringify(measured)}\n`);
    });
  }
});
