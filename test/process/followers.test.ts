// Leaders and followers: what one has written, the other reads; what is promoted takes writes, and the other does not.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ask, POINTS, point, pointsOf, replicationOf, upsert, VECTORS } from "../support/replicas.ts";
import type { ServerHere } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

describe("a follower", () => {
  let servers: Servers;
  let leader: ServerHere;
  beforeEach(async () => {
    servers = new Servers();
    leader = await startLeader();
    await call(leader, "PUT", "/collections/c", VECTORS);
  });
  afterEach(() => servers.close());

  const startLeader = () => servers.here({ dataDir: join(servers.folder, "leader") });
  const follow = (name = "follower", flags: Record<string, unknown> = {}) =>
    servers.here({ dataDir: join(servers.folder, name), follow: leader.url, ...flags });

  it("a follower has what was written before it came, and then each write that a reader asks for by its position", async () => {
    await upsert(leader, 1, 2, 3);
    const follower = await follow();
    for (const id of [4, 5, 6]) {
      const { applied } = await upsert(leader, id);
      const { status, body } = await ask(follower, "GET", `${POINTS}/${id}`, undefined, {
        "x-at-least": applied!,
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.result.payload).to.deep.equal({ id });
    }
    const { applied } = await ask(leader, "POST", `${POINTS}/delete`, { points: [2] });
    expect(await pointsOf(follower, applied)).to.deep.equal(await pointsOf(leader, applied));
  });

  it("a follower has collections, aliases, indexes and configurations as the leader has", async () => {
    await call(leader, "PUT", "/collections/c/index", { field_name: "id", field_schema: "integer" });
    await call(leader, "PUT", "/collections/d", { ...VECTORS, metadata: { a: 1 } });
    await call(leader, "PUT", "/collections/e", VECTORS);
    await call(leader, "DELETE", "/collections/e");
    const follower = await follow();
    const { applied } = await upsert(leader, 7);
    await pointsOf(follower, applied);
    for (const path of ["/collections", "/collections/c", "/collections/d"]) {
      const [own, others] = await Promise.all(
        [follower, leader].map(async (server) => (await ask(server, "GET", path)).body.result),
      );
      expect(own.config ?? own).to.deep.equal(others.config ?? others);
      expect(own.payload_schema).to.deep.equal(others.payload_schema);
    }
  });

  it("a follower refuses writes and says where to write, and changes nothing", async () => {
    const follower = await follow();
    const { applied } = await upsert(leader, 1);
    await pointsOf(follower, applied);
    for (const [method, path, body] of [
      ["PUT", POINTS, { points: [point(9)] }],
      ["POST", `${POINTS}/delete`, { points: [1] }],
      ["POST", `${POINTS}/delete`, { points: [99] }],
      ["PUT", "/collections/x", VECTORS],
      ["DELETE", "/collections/c", undefined],
      ["POST", "/purge", {}],
    ] as const) {
      const { status, body: answer } = await ask(follower, method, path, body);
      expect(status, path).to.equal(403);
      expect(answer.status.error).to.equal(`This server follows ${leader.url}: write there`);
    }
    expect(await pointsOf(follower, applied)).to.deep.equal(await pointsOf(leader, applied));
    expect((await ask(follower, "POST", "/checkpoint", {})).status).to.equal(200);
  });

  it("a follower continues where it ended, after a restart of itself and of its leader", async () => {
    let follower = await follow();
    await upsert(leader, 1);
    await follower.stop();
    await upsert(leader, 2);
    follower = await follow();
    const port = new URL(leader.url).port;
    await leader.stop();
    leader = await servers.here({ dataDir: join(servers.folder, "leader"), restPort: port });
    const { applied } = await upsert(leader, 3);
    expect(await pointsOf(follower, applied)).to.deep.equal([1, 2, 3].map(point));
  });

  it("a follower answers 503 if a position does not come in time, and 400 if it is none", async () => {
    const follower = await follow();
    const path = `${POINTS}/count?timeout=0.05`;
    const late = await ask(follower, "POST", path, {}, { "x-at-least": "0:1000" });
    expect(late).to.include({ status: 503, retryAfter: "1" });
    expect(late.body.status.error).to.match(/^Shard temporarily unavailable: the request needs 0:1000/);
    for (const position of ["1000", "1:5", "0:-1", "0:x", "", "0:1,", "0:99999999999999999"]) {
      const wrong = await ask(follower, "POST", path, {}, { "x-at-least": position });
      expect(wrong.status, position).to.equal(400);
      expect(wrong.body.status.error).to.match(/^X-At-Least: expected a position/);
    }
    for (const timeout of ["-1", "x", "301"]) {
      const wrong = await ask(
        follower,
        "POST",
        `${POINTS}/count?timeout=${timeout}`,
        {},
        { "x-at-least": "0:1" },
      );
      expect(wrong.status, timeout).to.equal(400);
    }
  });

  it("a follower with max_lag refuses reads of collections while its leader is away for so long", async () => {
    const follower = await follow("follower", { maxLag: 1 });
    const { applied } = await upsert(leader, 1);
    expect(await pointsOf(follower, applied)).to.deep.equal([point(1)]);
    await leader.stop();
    await until(async () => (await ask(follower, "GET", `${POINTS}/1`)).status === 503);
    const { body } = await ask(follower, "GET", `${POINTS}/1`);
    expect(body.status.error).to.contain("max_lag is 1 s; ask another server, or read with ?stale=true");
    expect((await ask(follower, "GET", `${POINTS}/1?stale=true`)).status).to.equal(200);
  });

  it("a follower shows its lag to probes, in the status and in the metrics, and that its leader is away", async () => {
    const follower = await follow();
    const { applied } = await upsert(leader, 1);
    await pointsOf(follower, applied);
    await until(async () => (await replicationOf(follower)).lag?.seconds === 0);
    expect(await replicationOf(follower)).to.include({ role: "follower", leader: leader.url, problem: null });
    expect((await replicationOf(leader)).followers).to.have.length(1);
    expect((await ask(follower, "GET", "/readyz?max_lag=5")).status).to.equal(200);
    expect((await ask(follower, "GET", "/readyz?max_lag=soon")).status).to.equal(400);
    const metrics = String((await ask(follower, "GET", "/metrics")).body);
    expect(metrics)
      .to.contain("azimuth_replication_lag_records 0")
      .and.contain("azimuth_replication_leader 0");
    await leader.stop();
    await until(async () => (await ask(follower, "GET", "/readyz?max_lag=0.2")).status === 503);
    const { body } = await ask(follower, "GET", "/readyz?max_lag=0.2");
    expect(body.lag).to.be.greaterThan(0.2);
    await until(async () => (await ask(follower, "GET", "/status")).body.result.state === "degraded");
    expect((await ask(follower, "GET", "/readyz")).status).to.equal(200);
    expect(await pointsOf(follower, applied)).to.deep.equal([point(1)]);
  });

  it("a follower that is promoted takes writes with all that its leader had, which refuses them from then on", async () => {
    const follower = await follow();
    await upsert(leader, 1, 2);
    expect((await ask(follower, "POST", "/cluster/promote", {})).body.result).to.deep.equal({ epoch: 2 });
    const { applied, status } = await upsert(follower, 3);
    expect(status).to.equal(200);
    expect(await pointsOf(follower, applied)).to.deep.equal([1, 2, 3].map(point));
    const refused = await upsert(leader, 4);
    expect(refused.status).to.equal(503);
    expect(refused.body.status.error).to.equal("This server was replaced at epoch 2");
    expect((await ask(follower, "POST", "/cluster/promote", {})).status).to.equal(409);
    await leader.stop();
    leader = await startLeader();
    expect((await upsert(leader, 4)).body.status.error).to.equal("This server was replaced at epoch 2");
  });

  it("a follower that is promoted stays the leader after a restart, though its settings name the former one", async () => {
    let follower = await follow();
    await upsert(leader, 1);
    await ask(follower, "POST", "/cluster/promote", {});
    await follower.stop();
    follower = await follow();
    expect((await upsert(follower, 2)).status).to.equal(200);
    expect(await replicationOf(follower)).to.include({ role: "leader", epoch: 2 });
  });

  it("a follower that is promoted while its leader is away tells it as soon as it is back", async () => {
    const follower = await follow();
    const { applied } = await upsert(leader, 1);
    await pointsOf(follower, applied);
    const port = new URL(leader.url).port;
    await leader.stop();
    expect((await ask(follower, "POST", "/cluster/promote", {})).body.result).to.deep.equal({ epoch: 2 });
    leader = await servers.here({ dataDir: join(servers.folder, "leader"), restPort: port });
    await until(async () => (await upsert(leader, 9)).status === 503);
    expect((await upsert(leader, 9)).body.status.error).to.equal("This server was replaced at epoch 2");
  });

  it("a former leader follows the promoted server if it has no other records, and is refused if it has", async () => {
    const follower = await follow();
    const { applied } = await upsert(leader, 1);
    await pointsOf(follower, applied);
    await ask(follower, "POST", "/cluster/promote", {});
    await leader.stop();
    leader = await servers.here({ dataDir: join(servers.folder, "leader"), follow: follower.url });
    const next = await upsert(follower, 2);
    expect(await pointsOf(leader, next.applied)).to.deep.equal([1, 2].map(point));
    await follower.stop();
    await ask(leader, "POST", "/cluster/promote", {});
    await upsert(leader, 3);
    const other = await servers.here({ dataDir: join(servers.folder, "follower") });
    await upsert(other, 4);
    await other.stop();
    const diverged = await follow();
    await until(async () => (await replicationOf(diverged)).problem !== null);
    expect((await replicationOf(diverged)).problem).to.contain("that the leader lacks");
    expect(await pointsOf(diverged, "0:1")).to.deep.equal([1, 2, 4].map(point));
  });

  it("a follower of a follower has the same data, and keeps following the one that is promoted", async () => {
    const follower = await follow();
    const last = await servers.here({ dataDir: join(servers.folder, "last"), follow: follower.url });
    const first = await upsert(leader, 1);
    expect(await pointsOf(last, first.applied)).to.deep.equal([point(1)]);
    await ask(follower, "POST", "/cluster/promote", {});
    const second = await upsert(follower, 2);
    expect(await pointsOf(last, second.applied)).to.deep.equal([1, 2].map(point));
    expect((await replicationOf(last)).epoch).to.equal(2);
  });

  it("a follower removes the files of collections that its leader drops or replaces, while it runs", async () => {
    await call(leader, "PUT", "/collections/d", VECTORS);
    await upsert(leader, 1);
    const follower = await follow();
    const folders = () => readdirSync(join(servers.folder, "follower", "collections"));
    await call(follower, "POST", "/checkpoint", {});
    expect(folders()).to.have.length(2);
    await call(leader, "DELETE", "/collections/d");
    const { applied } = await upsert(leader, 2);
    await pointsOf(follower, applied);
    expect(folders()).to.have.length(1);
  });
});
