// Backups that are downloaded from a server, by the command line and by curl and tar, and servers on what is restored
// from them.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { runCli } from "../support/cli.ts";
import { call, Servers } from "../support/servers.ts";

// The server is in this process, so nothing may wait for a command without letting it run.
const execute = promisify(execFile);
const POINTS = 20;
const KEY = "a-key-of-thirty-two-characters-or-more";

describe("azimuth backup --url", () => {
  let servers: Servers;
  let dataDir: string;
  beforeEach(() => {
    servers = new Servers();
    dataDir = join(servers.folder, "data");
  });
  afterEach(() => servers.close());

  const at = (name: string) => join(servers.folder, name);

  async function well(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stderr }, stdout).to.deep.equal({ code: 0, stderr: "" });
    return stdout;
  }

  /** Starts a server with points, half of which are in a checkpoint. */
  async function filled() {
    const server = await servers.here({ dataDir });
    await call(server, "PUT", "/collections/c", { vectors_config: { size: 4, distance: "Dot" } });
    for (let id = 1; id <= POINTS; id++) {
      const points = [{ id, vector: [id, 1, 2, 3], payload: { id } }];
      await call(server, "PUT", "/collections/c/points", { points });
      if (id === POINTS / 2) await call(server, "POST", "/checkpoint");
    }
    return server;
  }

  /** Starts a server on a restored backup, and expects all points there. */
  async function expectPoints(backup: string): Promise<void> {
    await well("verify", at(backup));
    await well("restore", at(backup), "--data-dir", at("restored"));
    const server = await servers.here({ dataDir: at("restored") });
    const { result } = await call(server, "POST", "/collections/c/points/count", {});
    expect(result).to.deep.equal({ count: POINTS });
  }

  it("azimuth backup --url downloads a backup that can be verified and restored, and reports what is in it", async () => {
    const server = await filled();
    const text = await well("backup", `${at("b")}/`, "--url", server.url);
    expect(text).to.match(/^http:\S+ is backed up in .*b\n {2}checkpoint 1: 1 collection, 10 points\n/);
    expect(text).to.match(
      /\n {2}it contains no secrets: neither admin nor tokens nor licenses of the server\n$/,
    );
    const json = JSON.parse(await well("backup", at("b2"), "--url", server.url, "--json"));
    expect(json).to.include({ url: server.url, dir: at("b2"), checkpoint: 1, lsn: 21, secrets: false });
    expect(readdirSync(dataDir)).not.to.include("downloads");
    await server.stop();
    await expectPoints("b");
  });

  it("azimuth backup --url downloads the same as curl and tar, which azimuth verify and azimuth restore accept", async () => {
    const server = await filled();
    await execute("curl", ["--silent", "--fail", "--output", at("b.tar"), `${server.url}/backup`]);
    mkdirSync(at("b"));
    await execute("tar", ["-xf", at("b.tar"), "-C", at("b")]);
    await well("backup", at("b2"), "--url", server.url);
    const namesIn = (dir: string) => readdirSync(dir, { recursive: true }).sort();
    expect(namesIn(at("b"))).to.deep.equal(namesIn(at("b2")));
    await expectPoints("b");
  });

  it("azimuth backup --url takes the token from the environment, and needs one with read and admin", async () => {
    const server = await servers.here(
      { dataDir },
      { AZIMUTH_API_KEY: KEY, AZIMUTH_READ_ONLY_API_KEY: `${KEY}-read` },
    );
    const tried = (token?: string) =>
      runCli(["backup", at("b"), "--url", server.url], token === undefined ? {} : { token });
    expect((await tried()).stderr).to.match(
      /^azimuth: Invalid or missing authorization token; put an access token/,
    );
    expect((await tried(`${KEY}-read`)).stderr).to.equal("azimuth: Permission denied: requires admin\n");
    expect(existsSync(at("b"))).to.equal(false);
    expect((await tried(KEY)).code).to.equal(0);
  });

  it("azimuth backup --url leaves its target as it was when it fails, and asks no server for a target that has files", async () => {
    const sockets: Socket[] = [];
    let asked = 0;
    // The beginning of an archive, and the end of the connection.
    const broken: Server = createServer((_request, response) => {
      asked++;
      response.writeHead(200, { "content-type": "application/x-tar" });
      response.write(new Uint8Array(100), () => response.destroy());
    });
    broken.on("connection", (socket) => sockets.push(socket));
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    try {
      mkdirSync(at("empty"));
      for (const target of ["new", "empty"]) {
        const { code, stderr } = await runCli(["backup", at(target), "--url", url]);
        expect([code, stderr]).to.deep.equal([
          1,
          `azimuth: ${url} did not send all of it: aborted; try again\n`,
        ]);
      }
      expect([existsSync(at("new")), readdirSync(at("empty"))]).to.deep.equal([false, []]);
      const full = await runCli(["backup", servers.folder, "--url", url]);
      expect(full.stderr).to.contain("is not empty (empty)");
      expect(asked).to.equal(2);
    } finally {
      for (const socket of sockets) socket.destroy();
      broken.close();
    }
  });
});
