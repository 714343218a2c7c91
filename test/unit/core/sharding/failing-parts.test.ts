// Errors of parts, parts that are away, and how long the points that were found can be read.
import { expect } from "chai";
import { GatheredReads } from "../../../../src/core/sharding/gathered-reads.ts";
import { CollectionDamaged } from "../../../../src/errors/failures.ts";
import { DeadlineExceeded, NoFieldIndex } from "../../../../src/errors/query.ts";
import { ShardUnavailable } from "../../../../src/errors/sharding.ts";
import { NoTextIndex } from "../../../../src/errors/text.ts";
import { roundRandom, seedOf } from "../../../support/chance.ts";
import { PointDrawer } from "../../../support/equality/points.ts";
import { byShard, gather, partOfSource, rejectionOf } from "./gathered-collection.ts";
import { type Spread, spreadWorld } from "./spread-world.ts";
import { WatchedPart } from "./watched-part.ts";

const SHARDS = 3;
const c = { collection_name: "c" };

describe("parts of gathered reads that fail, and the lifetime of references", () => {
  const seed = seedOf();
  const points = new PointDrawer(roundRandom(seed, 0)).points(60);
  let shared: Spread;
  let world: Spread;
  let parts: WatchedPart[];
  let reads: GatheredReads;

  before(async () => {
    shared = await spreadWorld(points, SHARDS, seed);
  });
  after(() => shared.server.close());
  beforeEach(() => use(shared));
  afterEach(async () => {
    if (world !== shared) await world.server.close();
  });

  function use(spread: Spread): void {
    world = spread;
    parts = world.collections.map(
      (own, shard) => new WatchedPart(partOfSource(() => own, { shard, division: SHARDS })),
    );
    reads = gather(world.collections, parts);
  }

  /** Opens servers for a test that writes, in place of those that the other tests share. */
  const useOwn = async () => use(await spreadWorld(points, SHARDS, seed));

  it("an error of a part is the error of the read: the same class, code and text", async () => {
    const facet = { path: "free", filter: null, limit: 5 };
    const own = await rejectionOf(async () => world.collections[1]!.ownReads.facet(facet));
    const error = await rejectionOf(() => reads.facet(facet));
    expect(error).to.be.instanceOf(NoFieldIndex);
    expect({ ...error, message: error.message }).to.deep.equal({ ...own, message: own.message });
  });

  it("a damaged collection of one server fails the read as damage", async () => {
    await useOwn();
    world.collections[2]!.noteDamage("file x at byte 3: its checksum", null);
    parts[2]!.before = () => world.collections[2]!.ensureOperable();
    expect(await rejectionOf(() => reads.matching(null))).to.be.instanceOf(CollectionDamaged);
  });

  it("a query by text is refused where another server has no index yet", async () => {
    await useOwn();
    await world.answers("deleteFieldIndex", { collection_name: "part 1", field_name: "text" });
    const query = { ...c, query: { text: "red" }, using: "text" };
    expect(await rejectionOf(() => world.answers("queryPoints", query))).to.be.instanceOf(NoTextIndex);
  });

  it("a read that is cancelled ends, also if a part does not answer", async () => {
    const signal = { aborted: false };
    parts[0]!.before = () => {
      signal.aborted = true;
      return new Promise(() => {});
    };
    expect(await rejectionOf(() => reads.while(signal).matching(null))).to.be.instanceOf(DeadlineExceeded);
  });

  it("an unavailable part fails the read", async () => {
    parts[1]!.before = () => {
      throw new ShardUnavailable([1], "it does not answer");
    };
    const error = await rejectionOf(() => reads.count(null, true));
    expect(error).to.be.instanceOf(ShardUnavailable);
    expect(error.message).to.contain("no server with shard 1 answers");
  });

  it("a partial answer lacks the shards of an unavailable part, and says which they are", async () => {
    parts[1]!.before = () => {
      throw new ShardUnavailable([1], "it does not answer");
    };
    const missing: number[] = [];
    const some = reads.while({ aborted: false, missing: (shards) => missing.push(...shards) });
    const [first, , third] = byShard(points, SHARDS);
    expect(await some.count(null, true)).to.equal(first!.length + third!.length);
    expect(missing).to.deep.equal([1]);
  });

  it("points of a part that is unavailable when they are read are left out of a partial answer", async () => {
    const [, second] = byShard(points, SHARDS);
    // Payloads of this length do not come with the page.
    const payload = { large: "x".repeat(2 ** 16) };
    await world.answers("setPayload", { collection_name: "part 1", points: [second![0]!.id], payload });
    parts[1]!.before = (method) => {
      if (method === "payloads") throw new ShardUnavailable([1], "it does not answer");
    };
    world.collections[0]!.reads = reads.while({ aborted: false, missing: () => {} });
    const shown = await world.answers("scrollPoints", { ...c, limit: 100, with_payload: true });
    const ids = (shown as { readonly points: readonly { readonly id: unknown }[] }).points.map(
      ({ id }) => id,
    );
    const [first, , third] = byShard(points, SHARDS);
    expect(ids).to.have.members([...first!, ...third!].map(({ id }) => id));
  });

  it("a shard that no part has is unavailable", async () => {
    const most = () => 100;
    const two = GatheredReads.of(world.collections[0]!, parts.slice(0, 2), { shards: SHARDS, most });
    expect(await rejectionOf(() => two.matching(null))).to.be.instanceOf(ShardUnavailable);
    const missing: number[] = [];
    await two.while({ aborted: false, missing: (shards) => missing.push(...shards) }).matching(null);
    expect(missing).to.deep.equal([2]);
  });

  it("references are valid until the reading ends, and an error afterwards", async () => {
    const ref = await reads.reading(async () => {
      const [first] = await reads.matching(null);
      expect(points.map(({ id }) => id)).to.include(reads.idOf(first!));
      return first!;
    });
    expect(() => reads.idOf(ref)).to.throw("the reading in which this point was found has ended");
  });

  it("references stay valid while a reading that began later ends", async () => {
    let endOther = () => {};
    await reads.reading(async () => {
      const other = reads.reading(() => new Promise<void>((resolve) => (endOther = resolve)));
      const refs = await reads.matching(null);
      endOther();
      await other;
      expect(refs.map((ref) => reads.idOf(ref))).to.have.length(points.length);
    });
  });

  it("the same point has the same reference in two lists of a reading", async () => {
    await reads.reading(async () => {
      const once = await reads.matching(null);
      await reads.reading(async () => {
        expect(new Set(await reads.matching(null))).to.deep.equal(new Set(once));
      });
    });
  });
});
