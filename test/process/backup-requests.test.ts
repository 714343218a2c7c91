// What requests for backups cost and leave behind: in the files, in the audit log and in the metrics.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { bearer } from "../support/guarded.ts";
import { demand, logIn, makeAdmin, switchTo } from "../support/secured.ts";
import { Servers } from "../support/servers.ts";

const KEY = "a-key-of-thirty-two-characters-or-more";
const READ_KEY = "another-key-of-thirty-two-characters";

describe("GET /backup", () => {
  let servers: Servers;
  let dataDir: string;
  beforeEach(() => {
    servers = new Servers();
    dataDir = join(servers.folder, "data");
  });
  afterEach(() => servers.close());

  it("HEAD /backup and HEAD /wal answer at once, and make nothing", async () => {
    const server = await servers.here({ dataDir });
    for (const path of ["/backup", "/wal?from=1"]) {
      const { status } = await fetch(server.url + path, { method: "HEAD" });
      expect(status, path).to.equal(200);
    }
    expect(existsSync(join(dataDir, "downloads"))).to.equal(false);
    const { status, body } = await fetch(`${server.url}/backup`);
    expect(status).to.equal(200);
    await body!.cancel();
  });

  it("GET /backup notes in the audit log who downloaded, and who was refused because another one runs", async () => {
    const server = await servers.here(
      { dataDir },
      { AZIMUTH_API_KEY: KEY, AZIMUTH_READ_ONLY_API_KEY: READ_KEY },
    );
    const headers = { "api-key": KEY };
    const [first, second] = await Promise.all([1, 2].map(() => fetch(`${server.url}/backup`, { headers })));
    expect([first!.status, second!.status].sort()).to.deep.equal([200, 429]);
    await Promise.all([first!.arrayBuffer(), second!.arrayBuffer()]);
    for (const path of ["/backup", "/wal?from=1"]) {
      const lacking = await fetch(server.url + path, { headers: { "api-key": READ_KEY } });
      expect(lacking.status, path).to.equal(403);
    }
    const events = readFileSync(join(dataDir, "audit.log"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ action }) => action === "backup_downloaded");
    expect(events.map(({ result, who }) => `${result} ${who}`).sort()).to.deep.equal([
      "done api key",
      "refused api key",
    ]);
    const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(metrics).to.contain("azimuth_backups_total 1\n");
  });

  it("GET /wal ends when the token of the follower is deleted", async () => {
    const server = await servers.here({ dataDir });
    const password = "A-long-word-to-sign-in-1";
    await makeAdmin(server, password);
    const headers = await logIn(server, password);
    await switchTo(server, headers, true);
    const token = { name: "follower", permission: "read,admin" };
    const { id, api_key } = await demand(server, {
      method: "POST",
      path: "/auth/api_key",
      body: token,
      headers,
    });
    const log = await fetch(`${server.url}/wal?from=1`, { headers: bearer(api_key) });
    expect(log.status).to.equal(200);
    const reader = log.body!.getReader();
    expect((await reader.read()).done).to.equal(false);
    await demand(server, { method: "DELETE", path: `/auth/api_key/${id}`, headers });
    const end = (async () => {
      while (!(await reader.read()).done);
    })();
    const failed = await end.then(
      () => false,
      () => true,
    );
    expect(failed).to.equal(true);
  });
});
