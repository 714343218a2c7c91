// Changes of collections while they are followed: afterwards the follower answers as its leader does, also after a
// restart and a promotion.
import { join } from "node:path";
import { expect } from "chai";
import { ask } from "../support/replicas.ts";
import type { ServerHere } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

const SHAPE = {
  vectors: { a: { size: 2, distance: "Dot" }, b: { size: 3, distance: "Cosine" } },
  sparse_vectors: { s: { modifier: "idf" } },
};

describe("a collection that is followed", () => {
  let servers: Servers;
  let leader: ServerHere;
  let follower: ServerHere;
  beforeEach(async () => {
    servers = new Servers();
    leader = await servers.here({ dataDir: join(servers.folder, "leader"), extendedApi: true });
    await call(leader, "PUT", "/collections/c", SHAPE);
    follower = await follow();
  });
  afterEach(() => servers.close());

  const follow = () =>
    servers.here({ dataDir: join(servers.folder, "follower"), follow: leader.url, extendedApi: true });
  const point = (id: number) => ({
    id,
    vector: { a: [id, 1], b: [1, id, 2], s: { indices: [1, id + 1], values: [1, id] } },
    payload: { id, text: `word${id % 3} common text number ${id}` },
  });
  const write = (name: string, from: number, count: number) =>
    call(leader, "PUT", `/collections/${name}/points`, {
      points: Array.from({ length: count }, (_, i) => point(from + i)),
    });

  /** Waits until the follower has all writes of its leader. */
  const caughtUp = () =>
    until(async () => {
      const of = async (server: ServerHere) =>
        (await ask(server, "GET", "/status")).body.result.replication.applied_lsn;
      return (await of(leader)) === (await of(follower));
    });

  /** Returns what a server answers about everything. */
  async function seen(server: ServerHere): Promise<unknown> {
    const names = (await ask(server, "GET", "/collections")).body.result.collections.map(
      ({ name }: { name: string }) => name,
    );
    const aliases = (await ask(server, "GET", "/aliases")).body.result;
    const collections: unknown[] = [];
    for (const name of names) {
      const about = (await ask(server, "GET", `/collections/${name}`)).body.result;
      const scroll = { limit: 1_000, with_payload: true, with_vector: true };
      const points = (await ask(server, "POST", `/collections/${name}/points/scroll`, scroll)).body;
      const query = async (body: object) =>
        (await ask(server, "POST", `/collections/${name}/points/query`, body)).body.result ?? null;
      collections.push({
        name,
        config: about?.config,
        schema: about?.payload_schema,
        count: about?.points_count,
        points: points.result?.points ?? points.status?.error,
        dense: await query({ query: [1, 2], using: "a", limit: 20, params: { exact: true } }),
        sparse: await query({ query: { indices: [1, 3], values: [1, 1] }, using: "s", limit: 20 }),
        text: await query({ query: { text: "word1 common" }, limit: 20 }),
      });
    }
    return { aliases, collections };
  }

  async function expectSame(what: string): Promise<void> {
    await caughtUp();
    expect(await seen(follower), what).to.deep.equal(await seen(leader));
  }

  it("a collection that is followed has the same data after every kind of change, a restart, and a promotion", async () => {
    await write("c", 1, 40);
    await call(leader, "PUT", "/collections/c/index", { field_name: "text", field_schema: "text" });
    await call(leader, "PUT", "/collections/c/index", { field_name: "id", field_schema: "integer" });
    await expectSame("indexes");
    await call(leader, "PUT", "/collections/c/vectors/late", { dense: { size: 2, distance: "Euclid" } });
    await call(leader, "PUT", "/collections/c/points", {
      points: [{ ...point(50), vector: { ...point(50).vector, late: [1, 2] } }],
    });
    await call(leader, "DELETE", "/collections/c/vectors/late");
    await expectSame("vectors added and removed");
    await call(leader, "POST", "/collections/aliases", {
      actions: [{ create_alias: { alias_name: "x", collection_name: "c" } }],
    });
    await call(leader, "PUT", "/collections/d", SHAPE);
    await write("d", 1, 10);
    await call(leader, "POST", "/collections/aliases", {
      actions: [
        { delete_alias: { alias_name: "x" } },
        { create_alias: { alias_name: "x", collection_name: "d" } },
      ],
    });
    await expectSame("aliases");
    await call(leader, "DELETE", "/collections/d");
    await call(leader, "PUT", "/collections/d", SHAPE);
    await write("d", 100, 5);
    await expectSame("a collection of the same name");
    const { name } = (await call(leader, "POST", "/collections/c/snapshots", {})).result as { name: string };
    await write("c", 200, 20);
    await call(leader, "POST", "/collections/c/points/delete", { points: [1, 2, 3] });
    await expectSame("deletions");
    await call(leader, "PUT", "/collections/c/snapshots/recover", { location: name });
    await expectSame("a snapshot recovered");
    await follower.stop();
    await write("c", 300, 20);
    await call(leader, "DELETE", "/collections/d");
    await call(leader, "POST", "/checkpoint", {});
    await write("c", 400, 20);
    follower = await follow();
    await expectSame("a restart");
    await call(leader, "POST", "/purge", {});
    await write("c", 500, 3);
    await expectSame("a purge");
    const before = await seen(leader);
    await call(follower, "POST", "/cluster/promote", {});
    expect(await seen(follower), "a promotion").to.deep.equal(before);
  });

  it("a collection that is followed is marked, restored and removed at its time, by the promoted follower, too", async () => {
    await write("c", 1, 10);
    for (const name of ["d", "e"]) {
      await call(leader, "PUT", `/collections/${name}`, SHAPE);
      await write(name, 1, 10);
    }
    await call(leader, "DELETE", "/collections/d?undo_seconds=3600");
    await expectSame("a mark");
    await call(leader, "POST", "/checkpoint", {});
    await call(follower, "POST", "/checkpoint", {});
    await call(leader, "POST", "/collections/d/restore", {});
    await expectSame("a collection restored that was not in memory");
    await call(leader, "DELETE", "/collections/e?undo_seconds=1");
    await caughtUp();
    await call(follower, "POST", "/cluster/promote", {});
    await until(async () => {
      const { body } = await ask(follower, "GET", "/collections/e");
      return /not found|doesn't exist/i.test(JSON.stringify(body));
    });
    expect((await ask(follower, "PUT", "/collections/e", SHAPE)).status).to.equal(200);
  });
});
