// Promotions that go wrong, and those that are made again: who takes writes afterwards, and what is lost.
import { join } from "node:path";
import { expect } from "chai";
import { Between } from "../support/between.ts";
import { ask, point, pointsOf, replicationOf, upsert, VECTORS } from "../support/replicas.ts";
import type { ServerHere } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const promote = (server: ServerHere) => ask(server, "POST", "/cluster/promote", {});

describe("a promotion", () => {
  let servers: Servers;
  let leader: ServerHere;
  beforeEach(async () => {
    servers = new Servers();
    leader = await start("leader");
    await call(leader, "PUT", "/collections/c", VECTORS);
  });
  afterEach(() => servers.close());

  /** Starts a server on its directory. */
  const start = (name: string, flags: Record<string, unknown> = {}) =>
    servers.here({ dataDir: join(servers.folder, name), ...flags });
  const portOf = ({ url }: ServerHere) => new URL(url).port;

  it("two servers exchange their roles as often as one is promoted, each time without loss", async () => {
    const second = await start("follower", { follow: leader.url });
    expect((await promote(second)).body.result).to.deep.equal({ epoch: 2 });
    const port = portOf(leader);
    await leader.stop();
    leader = await start("leader", { follow: second.url, restPort: port });
    const { applied } = await upsert(second, 1);
    expect(await pointsOf(leader, applied)).to.deep.equal([point(1)]);
    expect((await promote(leader)).body.result).to.deep.equal({ epoch: 3 });
    await second.stop();
    const again = await start("follower", { follow: leader.url });
    const next = await upsert(leader, 2);
    expect(await pointsOf(again, next.applied)).to.deep.equal([1, 2].map(point));
    expect((await promote(again)).body.result).to.deep.equal({ epoch: 4 });
  });

  it("a follower of a follower that is promoted makes the first leader refuse writes, and gets its last ones", async () => {
    const follower = await start("follower", { follow: leader.url });
    const last = await start("last", { follow: follower.url });
    await upsert(leader, 1);
    expect((await promote(last)).body.result).to.deep.equal({ epoch: 2 });
    expect((await upsert(leader, 2)).body.status.error).to.equal("This server was replaced at epoch 2");
    expect((await upsert(follower, 2)).status).to.equal(403);
    expect((await replicationOf(last)).role).to.equal("leader");
    expect(await pointsOf(last, null)).to.deep.equal([point(1)]);
  });

  it("two followers that are promoted to the same epoch do not take each other's records", async () => {
    const first = await start("first", { follow: leader.url });
    let second = await start("second", { follow: leader.url });
    const { applied } = await upsert(leader, 1);
    for (const follower of [first, second]) await pointsOf(follower, applied);
    await leader.stop();
    for (const follower of [first, second])
      expect((await promote(follower)).body.result).to.deep.equal({ epoch: 2 });
    await upsert(first, 2, 3);
    await upsert(first, 4);
    await upsert(second, 5);
    await second.stop();
    second = await start("second", { follow: first.url });
    await until(async () => (await replicationOf(second)).problem !== null);
    expect((await replicationOf(second)).problem).to.contain("that the leader lacks");
    expect(await pointsOf(second, null)).to.deep.equal([1, 5].map(point));
  });

  it("a promotion is refused while the leader is there and does not give way, and the follower goes on", async () => {
    const between = await Between.open(leader.url);
    try {
      const follower = await start("follower", { follow: between.url });
      between.answer = ({ url }, response) => {
        if (url !== "/cluster/replaced") return false;
        const status = { error: "the token lacks a permission", code: "PERMISSION_DENIED" };
        response.writeHead(403).end(JSON.stringify({ status }));
        return true;
      };
      const { status, body } = await promote(follower);
      expect(status).to.equal(409);
      const why = `${between.url} does not give way (the token lacks a permission): stop that server, and promote again`;
      expect(body.status).to.deep.equal({ error: why, code: "PROMOTION_REFUSED" });
      const { applied } = await upsert(leader, 1);
      expect(await pointsOf(follower, applied)).to.deep.equal([point(1)]);
      between.answer = ({ url }, response) => {
        if (url === "/cluster/replaced") response.writeHead(404).end("no such page");
        return url === "/cluster/replaced";
      };
      expect((await promote(follower)).body.result, "of something else").to.deep.equal({ epoch: 2 });
    } finally {
      between.close();
    }
  });

  it("a promoted server tells its former leader also after a restart without the setting that names it", async () => {
    const follower = await start("follower", { follow: leader.url });
    const port = portOf(leader);
    await leader.stop();
    await promote(follower);
    await follower.stop();
    const alone = await start("follower");
    expect((await replicationOf(alone)).epoch).to.equal(2);
    leader = await start("leader", { restPort: port });
    await until(async () => (await upsert(leader, 9)).status === 503);
    expect((await upsert(leader, 9)).body.status.error).to.equal("This server was replaced at epoch 2");
  });
});
