// A server that is stopped while its start waits for others: for the copy of a leader, or for the log of a cluster.
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig, loadSecrets } from "../../src/config/environment.ts";
import { createLogger, LineCounts } from "../../src/log/logger.ts";
import { type RunningServer, serve } from "../../src/serve/serve.ts";
import { encodeHeader } from "../../src/storage/tar.ts";
import { USUAL_ENV } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";
import { startHere } from "../support/server-here.ts";
import { until } from "../support/until.ts";

/** The longest that an end "at once" may take on a busy machine; what is waited for takes 30 seconds. */
const AT_ONCE_MS = 5_000;

/** The head of a file in an archive, whose bytes never come. */
const HEAD = encodeHeader({ name: "VERSION", bytes: 10_000, modified: 0 });

describe("a server that is stopped while it starts", () => {
  let leader: Server | undefined;
  let dataDir: string;
  beforeEach(() => {
    dataDir = scratchFolder("azimuth-stopped-");
  });
  afterEach(() => {
    leader?.closeAllConnections();
    leader?.close();
    leader = undefined;
  });

  /** Starts a server that does not get further. @returns what ends the start, and what comes of it */
  function start(flags: Record<string, unknown>) {
    const config = loadConfig({ restPort: "0", dataDir, ...flags }, USUAL_ENV);
    const lines = new LineCounts();
    let output = "";
    const write = (line: string) => {
      output += line;
    };
    const log = createLogger({ level: "info", output: { write }, lines });
    const stopping = new AbortController();
    const started = serve(config, loadSecrets(USUAL_ENV), log, lines, { stopping: stopping.signal });
    started.catch(() => {});
    return { stopping, started, output: () => output };
  }

  async function expectEnd(started: Promise<RunningServer | null>): Promise<void> {
    const from = performance.now();
    expect(await started).to.equal(null);
    expect(performance.now() - from).to.be.below(AT_ONCE_MS);
    for (const name of ["wal", "incoming", "epochs.json", "cluster.json"])
      expect(readdirSync(dataDir)).to.not.include(name);
    const next = await startHere({ dataDir });
    await next.stop();
  }

  /** @param answer of the leader to a request for its data */
  async function leaderThat(answer: (response: ServerResponse) => void): Promise<string> {
    leader = createServer((_, response) => answer(response)).listen(0, "127.0.0.1");
    await once(leader, "listening");
    return `http://127.0.0.1:${(leader.address() as AddressInfo).port}`;
  }

  it("a server that is stopped while it copies the data of a leader ends at once, and its next start begins again", async () => {
    const follow = await leaderThat((response) => {
      response.writeHead(200, { "content-type": "application/x-tar" });
      response.write(HEAD);
    });
    const { stopping, started } = start({ follow });
    await until(() => existsSync(join(dataDir, "incoming", "VERSION")));
    stopping.abort();
    await expectEnd(started);
  });

  it("a server that is stopped while its leader makes a copy ends at once", async () => {
    let isAsked = false;
    const follow = await leaderThat(() => {
      isAsked = true;
    });
    const { stopping, started } = start({ follow });
    await until(() => isAsked);
    stopping.abort();
    await expectEnd(started);
  });

  it("a server that is stopped while it waits for a leader that is away ends at once", async () => {
    const away = start({ follow: "http://127.0.0.1:1" });
    await until(() => away.output().includes("does not send its data yet"));
    away.stopping.abort();
    await expectEnd(away.started);
  });

  it("a server that is stopped while it waits for the log of its cluster ends at once", async () => {
    const { stopping, started, output } = start({
      clusterName: "demo",
      clusterLogUrl: "postgres://user@127.0.0.1:1/database",
    });
    await until(() => output().includes("memory limit"));
    stopping.abort();
    await expectEnd(started);
  });
});
