// What a server has shown of shards of other servers, and that it shows no older state afterwards.
import { expect } from "chai";
import { SYSTEM_CLOCK } from "../../../src/assemble/assemble.ts";
import type { Collection } from "../../../src/core/collection/collection.ts";
import { answerBytes } from "../../../src/core/sharding/bytes-part.ts";
import type { PartCall } from "../../../src/core/sharding/part.ts";
import { CaughtUpPart } from "../../../src/replication/peers/caught-up-part.ts";
import type { PeerCalls } from "../../../src/replication/peers/client.ts";
import { RoutedPart } from "../../../src/replication/peers/routed-part.ts";
import { ShownLsns } from "../../../src/replication/peers/shown-lsns.ts";
import { type Opened, open, unnamed, upsert } from "../core/fixtures.ts";

const CALL: PartCall<"count"> = { method: "count", inWrite: false, arguments: { filter: null, exact: true } };

describe("what a server has shown of shards", () => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
    const servers = ["b", "c"].map((server, peer) => ({ server, peer }));
    await opened.database.create("c", { ...unnamed(1), shards: 2, placement: [servers, servers] });
  });
  afterEach(() => opened.database.close());

  const collection = (): Collection => opened.database.collection("c");

  it("an answer of another server makes the next one be at least as new, whatever this server has applied", async () => {
    const asked: number[] = [];
    const peers: PeerCalls = {
      server: "a",
      isHeard: () => true,
      ask: async (_, { atLeast }, body) => {
        asked.push(atLeast);
        return answerBytes(collection(), body, undefined);
      },
    };
    const shown = new ShownLsns();
    const some = { shards: [0], division: 2 };
    const parts = { collection: collection(), ...some, peers, applied: () => 1, shown, clock: SYSTEM_CLOCK };
    await new RoutedPart(parts).ask(CALL, undefined);
    const lsn = await upsert(opened.database, "c", [{ id: 1, vectors: { "": Float32Array.of(1) } }]);
    await new RoutedPart(parts).ask(CALL, undefined);
    await new RoutedPart(parts).ask(CALL, undefined);
    expect(asked[0]).to.equal(1);
    expect(asked[2]).to.equal(lsn);
    expect(shown.of({ shards: [1], division: 2 })).to.equal(0);
  });

  it("a shard of this server is read when it has applied what it has shown of it, and is unavailable if that takes long", async () => {
    const shown = new ShownLsns();
    const own = { shards: [0], division: 2, ask: async () => ({ count: 7 }) as never };
    let applied = 5;
    const waits: number[] = [];
    const reach = async (lsn: number) => {
      waits.push(lsn);
      return applied >= lsn;
    };
    const part = new CaughtUpPart(own, { shown, applied: () => applied, reach });
    expect(await part.ask(CALL, undefined)).to.deep.equal({ count: 7 });
    shown.note({ shards: [1], division: 2 }, 9);
    expect(await part.ask(CALL, undefined)).to.deep.equal({ count: 7 });
    shown.note({ shards: [0], division: 2 }, 8);
    const refused = await part.ask(CALL, undefined).catch((error: Error) => error.message);
    expect(refused).to.match(/this server has applied 5 of 8 records, which it has shown/);
    applied = 8;
    expect(await part.ask(CALL, undefined)).to.deep.equal({ count: 7 });
    expect(waits).to.deep.equal([8]);
  });

  it("what was shown of a shard counts for both of its parts after a split, and for reads from before", () => {
    const shown = new ShownLsns();
    shown.note({ shards: [1], division: 2 }, 5);
    expect([0, 1, 2, 3].map((shard) => shown.of({ shards: [shard], division: 4 }))).to.deep.equal([
      0, 0, 5, 5,
    ]);
    shown.note({ shards: [2], division: 4 }, 9);
    expect(shown.of({ shards: [1], division: 2 })).to.equal(9);
    expect(shown.of({ shards: [3], division: 4 })).to.equal(5);
    expect(shown.of({ shards: [], division: 4 })).to.equal(0);
  });
});
