// Promotions that go wrong, and those that are made again: who takes writes afterwards, and what is lost.
import { join } from "node:path";
import { expect } from "chai";
import { ask, point, pointsOf, upsert, VECTORS } from "../support/replicas.ts";
import type { ServerHere } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";

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
});
