// How a new follower begins: with a copy of all that its leader has, or not at all.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { refusedHere, type ServerHere } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";

const POINTS = "/collections/c/points";
const point = (id: number) => ({ id, vector: [id, 1], payload: { id } });
const PASSWORD = "a-long-password-of-the-leader-7";

describe("a new follower", () => {
  let servers: Servers;
  let leader: ServerHere;
  let dataDir: string;
  beforeEach(async () => {
    servers = new Servers();
    dataDir = join(servers.folder, "follower");
    leader = await servers.here({ dataDir: join(servers.folder, "leader") });
    await call(leader, "PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
  });
  afterEach(() => servers.close());

  const write = (...ids: number[]) => call(leader, "PUT", POINTS, { points: ids.map(point) });
  const follow = (env: NodeJS.ProcessEnv = {}) => servers.here({ dataDir, follow: leader.url }, env);
  async function idsAt(server: ServerHere, position: string, headers = {}): Promise<number[]> {
    const response = await fetch(`${server.url}${POINTS}/scroll`, {
      method: "POST",
      headers: { "x-at-least": position, ...headers },
      body: JSON.stringify({ limit: 100 }),
    });
    const text = await response.text();
    expect(response.status, text).to.equal(200);
    return JSON.parse(text).result.points.map(({ id }: { id: number }) => id);
  }

  it("a new follower has what the log of its leader no longer has, from the checkpoint of the leader", async () => {
    await write(1, 2, 3);
    await call(leader, "POST", `${POINTS}/delete`, { points: [2] });
    await call(leader, "POST", "/purge", {});
    const { log } = (await call(leader, "GET", "/status")).result as { log: { first_lsn: number } };
    expect(log.first_lsn).to.be.greaterThan(1);
    const follower = await follow();
    await write(4);
    expect(await idsAt(follower, `0:${log.first_lsn}`)).to.deep.equal([1, 3, 4]);
    expect(existsSync(join(dataDir, "incoming"))).to.equal(false);
  });

  it("a new follower makes a copy again that a crash has left incomplete", async () => {
    await write(1);
    mkdirSync(join(dataDir, "incoming", "wal"), { recursive: true });
    mkdirSync(join(dataDir, "wal"));
    writeFileSync(join(dataDir, "incoming", "BACKUP.json"), "the list");
    writeFileSync(join(dataDir, "wal", "00000001.wal"), "half a file");
    expect(await idsAt(await follow(), "0:2")).to.deep.equal([1]);
  });

  it("a new follower never removes data that was written after a copy was interrupted", async () => {
    await write(1);
    mkdirSync(join(dataDir, "incoming", "wal"), { recursive: true });
    writeFileSync(join(dataDir, "incoming", "BACKUP.json"), "the list");
    const alone = await servers.here({ dataDir });
    await call(alone, "PUT", "/collections/own", { vectors: { size: 1, distance: "Dot" } });
    await alone.stop();
    for (const left of ["", "incoming"]) {
      mkdirSync(join(dataDir, left), { recursive: true });
      expect((await refusedHere({ dataDir, follow: leader.url })).said).to.contain("has data of its own");
    }
    const again = await servers.here({ dataDir });
    expect((await call(again, "GET", "/collections/own")).result).to.include({ points_count: 0 });
  });

  it("a new follower is refused a directory that has data of its own, which stays as it was", async () => {
    const alone = await servers.here({ dataDir });
    await call(alone, "PUT", "/collections/own", { vectors: { size: 1, distance: "Dot" } });
    await alone.stop();
    const { said } = await refusedHere({ dataDir, follow: leader.url });
    expect(said).to.match(/The data directory has data of its own, .* give it an empty directory/);
    const again = await servers.here({ dataDir });
    expect((await call(again, "GET", "/collections/own")).result).to.include({ points_count: 0 });
  });

  it("a new follower does not start if its leader refuses it, and says why", async () => {
    await leader.stop();
    leader = await servers.here({ dataDir: join(servers.folder, "leader") }, { AZIMUTH_API_KEY: PASSWORD });
    const { said } = await refusedHere({ dataDir, follow: leader.url });
    expect(said).to.contain(`The data of ${leader.url} (follow.url) cannot be copied: `).and.match(/token/);
    const tokenFile = join(servers.folder, "token");
    writeFileSync(tokenFile, "two words\n");
    const wrong = await refusedHere({ dataDir, follow: leader.url, followTokenFile: tokenFile });
    expect(wrong.said).to.contain("follow.token_file: expected one line").and.not.contain("two words");
  });

  it("a new follower of a leader with authentication asks for credentials itself", async () => {
    await leader.stop();
    leader = await servers.here({ dataDir: join(servers.folder, "leader") }, { AZIMUTH_API_KEY: PASSWORD });
    const tokenFile = join(servers.folder, "token");
    writeFileSync(tokenFile, `${PASSWORD}\n`);
    const env = { AZIMUTH_API_KEY: "another-long-key-of-the-follower-9" };
    const flags = { dataDir, follow: leader.url, followTokenFile: tokenFile };
    const follower = await servers.here(flags, env);
    expect((await fetch(`${follower.url}/collections`)).status).to.equal(401);
    expect(await idsAt(follower, "0:1", { "api-key": env.AZIMUTH_API_KEY })).to.deep.equal([]);
    expect(follower.output()).not.to.contain(PASSWORD);
    await follower.stop();
    const closed = await servers.here(flags);
    expect((await fetch(`${closed.url}/collections`)).status).to.equal(401);
  });
});
