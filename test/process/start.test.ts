// The start of a server process: flags, environment, data directory and ports, and the reasons for which it is refused.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { chooseBuild } from "../../src/engine/node-threads.ts";
import { DOWNLOADS } from "../../src/storage/backup-copies.ts";
import { SNAPSHOTS } from "../../src/storage/snapshots.ts";
import { runMain, type ServerProcess } from "../support/process.ts";
import { refusedHere } from "../support/server-here.ts";
import { Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

describe("a server with a directory", () => {
  let servers: Servers;
  let server: ServerProcess;
  before(async () => {
    servers = new Servers();
    server = await servers.start();
  });
  after(() => servers.close());

  it("a server answers localhost on IPv4 and IPv6 by default", async () => {
    const port = new URL(server.url).port;
    for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
      expect((await fetch(`http://${host}:${port}/readyz`)).status, host).to.equal(200);
    }
  });

  it("a server logs which build of the engine it uses, and why", () => {
    const { build, reason } = chooseBuild();
    expect(server.output()).to.contain(JSON.stringify({ build, reason, msg: "engine" }).slice(1));
  });

  it("a server refuses a second server on the same directory, with the process id of the first", async () => {
    const { code, stderr } = await runMain(["serve", "--rest-port", "0", "--data-dir", servers.folder]);
    expect(code).to.equal(1);
    expect(stderr).to.contain(servers.folder).and.to.contain(String(server.child.pid));
  });

  it("a server names the port that is in use when it cannot start", async () => {
    const port = new URL(server.url).port;
    const { code, stderr } = await runMain(["serve", "--ephemeral", "--rest-port", port]);
    expect(code).to.equal(1);
    expect(stderr).to.contain(`Port ${port}`).and.to.contain("in use");
  });

  it("a server names the flag to change when Qdrant's port is in use", async () => {
    const port = new URL(server.url).port;
    const { code, said } = await refusedHere({ ephemeral: true, qdrantPort: port });
    expect(code).to.equal(1);
    expect(said).to.contain(`Port ${port}`).and.to.contain("--qdrant-port");
  });

  it("azimuth wait returns when the server is ready", async () => {
    const { code } = await runMain(["wait", "--timeout", "5", "--url", server.url]);
    expect(code).to.equal(0);
  });

  it("azimuth wait accepts an address without http://", async () => {
    const { code } = await runMain(["wait", "--timeout", "5", "--url", new URL(server.url).host]);
    expect(code).to.equal(0);
  });
});

describe("a server with flags and variables", () => {
  let servers: Servers;
  let server: ServerProcess;
  before(async () => {
    servers = new Servers();
    server = await servers.start(["--data-dir", servers.folder, "--host", "0.0.0.0"], {
      ...{ AZIMUTH_DATA_DIR: "/nowhere", AZIMUTH_DATADIR: "/x" },
      ...{ AZIMUTH_QDRANT_PORT: "0", AZIMUTH_DIALECT: "native", AZIMUTH_EXTENDED_API: "true" },
    });
  });
  after(() => servers.close());

  it("a server warns about a variable that is not a setting", () => {
    expect(server.output()).to.contain('"name":"AZIMUTH_DATADIR"');
  });

  it("a server uses a flag rather than a variable", () => {
    expect(server.output()).to.contain(`"path":"${servers.folder}"`);
  });

  it("a server warns about an address that other machines can reach, at the start and in GET /", async () => {
    const info = (await (await fetch(server.url)).json()) as { warnings: string[] };
    expect(info.warnings[0]).to.contain("listening on 0.0.0.0 without authentication");
    expect(server.output()).to.contain("without authentication");
  });

  it("a server serves the qdrant dialect on a port of its own, also with settings from the environment", async () => {
    const port = /"rest":\d+,"ui":\d+,"qdrant":(\d+)/.exec(server.output())![1];
    const { version } = (await (await fetch(`http://127.0.0.1:${port}`)).json()) as { version: string };
    expect(version).to.match(/^1\.19\./);
    const native = await fetch(`${server.url}/collections/x/status`, { headers: { "api-key": "x" } });
    expect(await native.json()).to.have.nested.property("status.error", "Collection not found: x");
  });
});

describe("azimuth serve", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  it("azimuth serve removes an incomplete snapshot of a crash, and no other", async () => {
    const folder = join(servers.folder, SNAPSHOTS);
    const whole = "2026-01-01-00-00-00-00000000.snapshot";
    await (await servers.here()).stop();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, whole), "");
    writeFileSync(join(folder, "2026-01-01-00-00-00-00000001.snapshot.tmp"), "half");
    await servers.here();
    expect(readdirSync(folder)).to.deep.equal([whole]);
  });

  it("azimuth serve removes the copy of a download that a crash left, and no other file beside it", async () => {
    const folder = join(servers.folder, DOWNLOADS);
    mkdirSync(join(folder, "backup-0123abcd", "wal"), { recursive: true });
    writeFileSync(join(folder, "backup-0123abcd", "wal", "00000001.wal"), "half");
    mkdirSync(join(folder, "mine"));
    await servers.here();
    expect(readdirSync(folder)).to.deep.equal(["mine"]);
  });

  it("azimuth serve with --ephemeral leaves no file behind", async () => {
    const server = await servers.here({ ephemeral: true });
    const path = /"path":"([^"]*azimuth-[^"]*)","reason":"temporary/.exec(server.output())?.[1];
    expect(path && existsSync(path)).to.equal(true);
    await server.stop();
    expect(existsSync(path!)).to.equal(false);
  });

  itWeekly(
    "azimuth serve reports that the ports file cannot be written, and leaves no file behind",
    async () => {
      const args = [
        "serve",
        "--ephemeral",
        "--rest-port",
        "0",
        "--ports-file",
        join(servers.folder, "absent", "ports.json"),
      ];
      const { code, stderr } = await runMain(args, { TMPDIR: servers.folder });
      expect(code).to.equal(1);
      expect(stderr).to.contain("--ports-file cannot be written");
      expect(readdirSync(servers.folder)).to.deep.equal([]);
    },
  );

  it("azimuth serve uses --ephemeral rather than a directory from the environment", async () => {
    const server = await servers.here({ ephemeral: true }, { AZIMUTH_DATA_DIR: servers.folder });
    expect(server.output()).to.contain("temporary, removed at exit");
  });

  it("azimuth serve reads its settings from the environment", async () => {
    const server = await servers.start([], { AZIMUTH_DATA_DIR: servers.folder, AZIMUTH_WORKERS: "1" });
    expect(server.output()).to.contain(`"path":"${servers.folder}"`);
  });

  it("azimuth serve refuses at once a directory whose name no file system can store", async () => {
    const { code, stderr } = await runMain(["serve", "--rest-port", "0", "--data-dir", "/proc/azimuth"]);
    expect(code).to.equal(1);
    expect(stderr).to.contain("The data directory /proc/azimuth cannot be used by user");
    expect(stderr).to.contain("/proc has owner 0 and mode 0555").and.to.contain("--data-dir");
  });

  it("azimuth serve refuses a directory that is a file, or within one, and names the file", async () => {
    const file = join(servers.folder, "file");
    writeFileSync(file, "", { mode: 0o640 });
    for (const path of [file, join(file, "data")]) {
      const { code, said } = await refusedHere({ dataDir: path });
      expect(code).to.equal(1);
      expect(said).to.contain(`The data directory ${path} cannot be made: ${file} is not a directory`);
      expect(said).to.contain("--data-dir");
    }
  });

  it("azimuth serve warns of a directory with files that are not its own, until it has data there", async () => {
    const folder = join(servers.folder, "shared");
    mkdirSync(folder);
    for (const name of ["report.txt", ".gitkeep", "photos.zip"]) writeFileSync(join(folder, name), "");
    const first = await servers.here({}, { AZIMUTH_DATA_DIR: folder });
    expect(first.output()).to.contain("had no data and has other files (photos.zip, report.txt)");
    await first.stop();
    const second = await servers.here({}, { AZIMUTH_DATA_DIR: folder });
    expect(second.output()).to.not.contain("other files");
  });

  it("azimuth serve refuses an invalid setting", async () => {
    const { code, stderr } = await runMain(["serve", "--rest-port", "65536"]);
    expect(code).to.equal(2);
    expect(stderr).to.contain('--rest-port: expected a port from 0 to 65535, got "65536"');
  });

  it("azimuth serve refuses an unknown flag with a suggestion", async () => {
    const { code, stderr } = await runMain(["serve", "--rest-prot", "1"]);
    expect(code).to.equal(2);
    expect(stderr).to.contain("--rest-port");
  });
});

describe("azimuth wait", () => {
  it("azimuth wait refuses an invalid address", async () => {
    const { code, stderr } = await runMain(["wait", "--url", "ftp://x"]);
    expect([code, stderr]).to.deep.equal([
      2,
      'azimuth: --url: expected an address such as http://127.0.0.1:6573, got "ftp://x"\n',
    ]);
  });

  it("azimuth wait ends after the timeout", async () => {
    const { code, stderr } = await runMain(["wait", "--timeout", "0.2", "--url", "http://127.0.0.1:9"]);
    expect([code, stderr]).to.deep.equal([1, "azimuth: http://127.0.0.1:9 was not ready within 0.2 s\n"]);
  });
});
