// Deletions that can be undone, of a server with its threads: killed and started again, and followed by another one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const POINTS = "/collections/c/points";
const MANY = 3_000;

type Server = { readonly url: string };

async function fill(server: Server): Promise<void> {
  await call(server, "PUT", "/collections/c", { vectors_config: { size: 8, distance: "Cosine" } });
  const points = Array.from({ length: MANY }, (_, id) => ({
    id,
    vector: Array.from({ length: 8 }, (_, i) => Math.sin(id * 8 + i)),
    payload: { id, text: "x".repeat(id % 1_000) },
  }));
  await call(server, "PUT", POINTS, { points });
}

/** Returns all points as the text of the server. */
async function contentsOf(server: Server): Promise<string> {
  const body = JSON.stringify({ limit: MANY, with_vector: true, with_payload: true });
  const response = await fetch(`${server.url}${POINTS}/scroll`, { method: "POST", body });
  const text = await response.text();
  return text.slice(text.indexOf('"result"'));
}

async function remove(server: Server): Promise<string> {
  const { result } = await call(server, "POST", `${POINTS}/delete?undo_seconds=600`, { filter: {} });
  return (result as { deletion: string }).deletion;
}

describe("a server that keeps deleted points", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  it("a server that keeps deleted points restores them exactly after SIGKILL", async () => {
    const first = await servers.start();
    await fill(first);
    const before = await contentsOf(first);
    const deletion = await remove(first);
    await first.stop("SIGKILL");
    const second = await servers.start();
    expect(await call(second, "POST", `${POINTS}/count`, {})).to.deep.include({ result: { count: 0 } });
    const { result } = await call(second, "POST", `${POINTS}/restore`, { deletion });
    expect(result).to.deep.equal({ restored: MANY, existing: 0 });
    expect(await contentsOf(second)).to.equal(before);
  });

  it("a server that keeps deleted points keeps them alone: its follower refuses a delete and has no such files", async () => {
    const leader = await servers.here();
    const dataDir = join(servers.folder, "follower");
    const follower = await servers.here({ dataDir, follow: leader.url });
    await fill(leader);
    const deletion = await remove(leader);
    const countOf = async () => (await call(follower, "POST", `${POINTS}/count`, {})).result;
    const isFollowed = async () => {
      const response = await fetch(`${follower.url}/collections/c`);
      return response.status === 200 && (await countOf());
    };
    await until(async () => JSON.stringify(await isFollowed()) === '{"count":0}');
    for (const [path, body] of [
      ["/delete?undo_seconds=60", { filter: {} }],
      ["/restore", { deletion }],
    ] as const) {
      const response = await fetch(follower.url + POINTS + path, {
        method: "POST",
        body: JSON.stringify(body),
      });
      expect(response.status, path).to.equal(403);
    }
    expect((await call(follower, "GET", `${POINTS}/deleted`)).result).to.deep.equal({ deletions: [] });
    expect(existsSync(join(dataDir, "deleted-points"))).to.equal(false);
    await call(leader, "POST", `${POINTS}/restore`, { deletion });
    await until(async () => JSON.stringify(await countOf()) === `{"count":${MANY}}`);
  });
});
