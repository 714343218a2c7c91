// `azimuth status`, `checkpoint` and `purge` for a running server, and the warnings of a server in memory.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { diskBelow } from "../../src/storage/node-disk.ts";
import { runMain } from "../support/process.ts";
import type { ServerHere } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";
import { itWeekly } from "../support/weekly.ts";

const SECRET = "nobody may read this any more";

async function filled(servers: Servers): Promise<ServerHere> {
  const server = await servers.here();
  await call(server, "PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
  const points = [
    { id: 1, vector: [1, 2], payload: { text: SECRET } },
    { id: 2, vector: [3, 4] },
  ];
  await call(server, "PUT", "/collections/c/points", { points });
  return server;
}

describe("a command for a running server", () => {
  let servers: Servers;
  let server: ServerHere;
  beforeEach(async () => {
    servers = new Servers();
    server = await filled(servers);
  });
  afterEach(() => servers.close());

  const run = (...args: string[]) => runMain([...args, "--url", server.url]);
  const hasSecret = () => {
    const names = readdirSync(servers.folder, { recursive: true }) as string[];
    const files = names.map((name) => join(servers.folder, name)).filter((path) => statSync(path).isFile());
    return files.some((path) => readFileSync(path).includes(SECRET));
  };

  it("a command for a running server takes a checkpoint on the server", async () => {
    const { code, stdout } = await run("checkpoint");
    expect([code, stdout]).to.deep.equal([
      0,
      "checkpoint 1 up to LSN 2: 1 collection written, 0 bytes of the log freed\n",
    ]);
  });

  it("a command for a running server purges after a confirmation, and prints what the disk may still contain", async () => {
    await call(server, "POST", "/collections/c/points/delete", { points: [1] });
    const refused = await run("purge");
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.contain("say --yes");
    expect(hasSecret()).to.equal(true);
    const { code, stdout } = await run("purge", "--yes");
    expect(code).to.equal(0);
    expect(stdout).to.contain("purged: 0 deleted collections, 1 deleted or overwritten point\n");
    expect(stdout).to.contain("the disk itself may still hold the bytes");
    expect(hasSecret()).to.equal(false);
  });

  itWeekly(
    "a command for a running server prints the refusal of the server, or that no server answers",
    async () => {
      await server.stop();
      const { code, stderr } = await run("checkpoint");
      expect(code).to.equal(1);
      expect(stderr).to.contain(`${server.url} cannot be asked`).and.to.contain("is the server running?");
      const wrong = await runMain(["status", "--url", "ftp://x"]);
      expect([wrong.code, wrong.stderr]).to.deep.equal([
        2,
        'azimuth: --url: expected an address such as http://127.0.0.1:6573, got "ftp://x"\n',
      ]);
    },
  );
});

describe("azimuth status", () => {
  let servers: Servers;
  let server: ServerHere;
  before(async () => {
    servers = new Servers();
    server = await filled(servers);
  });
  after(() => servers.close());

  const run = (...args: string[]) => runMain([...args, "--url", server.url]);

  it("azimuth status prints the status, as text and as JSON", async () => {
    const { code, stdout } = await run("status");
    expect(code).to.equal(0);
    expect(stdout).to.match(/^azimuth 0\.1\.0, up for [^:]+: ok\n/);
    expect(stdout).to.match(/\n {2}1 collection, \d of 5000 vectors, memory .+ of .+\n/);
    expect(stdout).to.match(
      /\n {2}log: LSN 1 to 2, .+ in 1 segment, commits took p50 .+ ms, p99 .+, at most .+\n/,
    );
    expect(stdout).to.match(/\n {2}checkpoint: none yet, \d+ bytes logged since\n/);
    const json = await run("status", "--json");
    expect(JSON.parse(json.stdout)).to.deep.include({ state: "ok", collections_count: 1 });
  });

  it("azimuth status prints the file system and the time of a sync", async () => {
    const measured = async () =>
      ((await call(server, "GET", "/status")).result as { file_system: { fsync_ms: number | null } })
        .file_system;
    await until(async () => (await measured()).fsync_ms !== null);
    const found = JSON.parse((await run("status", "--json")).stdout).file_system;
    expect(found.type).to.be.a("string");
    expect(found.fsync_ms).to.be.greaterThan(0).and.below(10_000);
    expect(readdirSync(servers.folder)).to.not.include("fsync-probe.tmp");
  });
});

describe("a server:", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  it("a server takes a checkpoint when the log has grown by --checkpoint-log-size", async () => {
    const server = await servers.here({ dataDir: servers.folder, checkpointLogSize: "1MiB" });
    await call(server, "PUT", "/collections/c", { vectors_config: { size: 256, distance: "Dot" } });
    const roots = () => readdirSync(join(servers.folder, "checkpoints"));
    for (let id = 0; roots().length === 0; id += 100) {
      const points = Array.from({ length: 100 }, (_, i) => ({ id: id + i, vector: new Array(256).fill(i) }));
      await call(server, "PUT", "/collections/c/points", { points });
      expect(id).to.be.below(10_000);
    }
    expect(server.output()).to.contain('"msg":"ready"');
  });
});

/** A file system in memory, which Linux has. */
const MEMORY = "/dev/shm";

if (existsSync(MEMORY) && diskBelow(MEMORY)?.type === "tmpfs") {
  describe("a server in memory", () => {
    const folder = mkdtempSync(join(MEMORY, "azimuth-"));
    let servers: Servers;
    before(() => {
      servers = new Servers();
    });
    after(async () => {
      await servers.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it("a server in memory warns in its output, in GET / and in its status that its data is not durable", async () => {
      const server = await servers.here({ dataDir: folder });
      const warning = `the data directory ${folder} is on tmpfs, which is in memory: all data is gone when the machine stops`;
      expect(server.output()).to.contain(warning);
      const info = (await (await fetch(server.url)).json()) as { warnings: string[] };
      expect(info.warnings).to.have.length(1);
      expect(info.warnings[0]).to.contain(warning);
      const { result } = await call(server, "GET", "/status");
      expect(result).to.deep.include({ state: "ok", warnings: info.warnings });
      expect(result).to.have.property("file_system").that.includes({ type: "tmpfs", trusted: false });
    });

    it("a server in memory does not warn if it was started as ephemeral", async () => {
      const server = await servers.start(["--ephemeral"], { TMPDIR: folder });
      expect(await (await fetch(server.url)).json()).to.not.have.property("warnings");
    });
  });
}
