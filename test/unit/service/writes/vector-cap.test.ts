// The cap on vectors for one write after another: which vectors count, and which writes are refused without a change.
import { expect } from "chai";
import { readRaw } from "../../../../src/json/raw.ts";
import type { Write } from "../../../../src/schema/point-write.ts";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { PointsService } from "../../../../src/service/points.ts";
import {
  type Capped,
  capped,
  limitReached,
  refusalOf,
  TWO_FIELDS,
  upsertOf,
  vectorsOf,
} from "../../../support/capped.ts";
import { open } from "../../core/fixtures.ts";

const filterOf = (ids: readonly number[]) => ({ must: [{ has_id: ids }] });
const raw = (value: object) => readRaw(Buffer.from(JSON.stringify(value)), 0);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("the cap on vectors", () => {
  let world: Capped;
  const begin = async (limit: number) => {
    world = await capped(limit);
    for (const name of ["a", "c"]) await world.opened.database.create(name, TWO_FIELDS);
  };
  beforeEach(() => begin(4));
  afterEach(() => world.opened.database.close());

  async function refused(...writes: Write[]): Promise<void> {
    const { database } = world.opened;
    const { vectors, limit } = world;
    const { lastLsn } = (await database.status()).log;
    expect(await refusalOf(world.write("a", ...writes))).to.equal(limitReached(vectors, limit));
    expect((await database.status()).log.lastLsn).to.equal(lastLsn);
    expect(world.vectors).to.equal(vectors);
  }

  it("the cap on vectors is reached with the last allowed vector and not before", async () => {
    for (const id of range(4)) await world.write("a", upsertOf([id]));
    await refused(upsertOf([4]));
    expect(world.vectors).to.equal(4);
  });

  it("the cap on vectors accepts a batch that reaches it exactly, and refuses a batch completely that exceeds it", async () => {
    await refused(upsertOf(range(5)));
    await world.write("a", upsertOf(range(4)));
    expect(world.vectors).to.equal(4);
  });

  it("the cap on vectors counts every vector of a point, and nothing for a point without vectors", async () => {
    await world.write("a", upsertOf([1], ["", "b"]));
    await world.write("a", upsertOf([2], []));
    expect(world.vectors).to.equal(2);
    await refused(upsertOf([3, 4], ["", "b"]), upsertOf([5], [""]));
    await world.write("a", upsertOf([3], ["", "b"]));
    await world.write("a", upsertOf([6, 7, 8], []));
    expect(world.vectors).to.equal(4);
  });

  it("the cap on vectors counts all collections together", async () => {
    await world.write("a", upsertOf(range(2)));
    await world.write("c", upsertOf(range(2)));
    await refused(upsertOf([2]));
  });

  it("the cap on vectors counts a repeated point of a batch once, with its last vectors", async () => {
    await world.write("a", upsertOf([1, 1, 1, 1, 1], ["", "b"]), upsertOf([2, 2, 2], ["", "b"]));
    expect(world.vectors).to.equal(4);
    const [twice] = [upsertOf([1], ["", "b"]), upsertOf([1], [""])];
    await world.write("a", {
      upsert: { points: [...twice.upsert!.points!, ...upsertOf([1]).upsert!.points!] },
    });
    expect(world.vectors).to.equal(3);
  });

  it("the cap on vectors accepts writes that add no vectors, however far it is exceeded", async () => {
    await world.write("a", upsertOf([1, 2], ["", "b"]));
    world.limit = 1;
    await world.write("a", upsertOf([1], ["", "b"]));
    await world.write("a", { update_vectors: { points: [{ id: 2, vector: vectorsOf(["b"]) }] } });
    await world.write("a", { set_payload: { payload: raw({ n: 1 }), points: [1] } });
    await world.write("a", { upsert: { ...upsertOf([1]).upsert!, update_mode: "insert_only" } });
    await world.write("a", { upsert: { ...upsertOf([9]).upsert!, update_mode: "update_only" } });
    await world.write("a", upsertOf([7], []));
    await world.write("a", upsertOf([1], [""]));
    await refused(upsertOf([1], ["", "b"]));
    await world.write("a", { delete_vectors: { vector: ["b"], points: [2] } });
    await world.write("a", { delete: { points: [1, 2] } });
    expect(world.vectors).to.equal(0);
  });

  it("the cap on vectors counts only the added vector of an existing point", async () => {
    await world.write("a", upsertOf([1, 2, 3]));
    await refused(upsertOf([1, 2], ["", "b"]));
    await refused({ update_vectors: { points: [1, 2].map((id) => ({ id, vector: vectorsOf(["b"]) })) } });
    await world.write("a", { update_vectors: { points: [{ id: 1, vector: vectorsOf(["", "b"]) }] } });
    expect(world.vectors).to.equal(4);
    await refused({ update_vectors: { points: [{ id: 2, vector: vectorsOf(["b"]) }] } });
  });

  it("the cap on vectors counts a conditional write for the points that satisfy the condition", async () => {
    await world.write("a", upsertOf([1, 2, 3]));
    const { points } = upsertOf(range(5), ["", "b"]).upsert!;
    const conditional = (ids: readonly number[]): Write => ({
      upsert: { points: points!.slice(1, 4), update_filter: filterOf(ids) },
    });
    await refused(conditional([1, 2]));
    await world.write("a", conditional([1]));
    expect(world.vectors).to.equal(4);
    await refused({ upsert: { points: points!, update_mode: "insert_only" } });
    await refused({ update_vectors: { points: points!.slice(1, 4), update_filter: filterOf([1, 2]) } });
    await world.write("a", { update_vectors: { points: points!.slice(1, 4), update_filter: filterOf([1]) } });
  });

  it("the cap on vectors is checked after everything else, so that other errors are reported first", async () => {
    await world.write("a", upsertOf(range(4)));
    const missing: Write = { update_vectors: { points: [{ id: 9, vector: vectorsOf(["b"]) }] } };
    expect(await refusalOf(world.write("a", missing))).to.equal("Point not found: 9");
    expect(await refusalOf(world.write("a", upsertOf([8]), missing))).to.equal("Point not found: 9");
  });

  describe("in a batch", () => {
    beforeEach(() => world.write("a", upsertOf(range(4))));

    it("the cap on the vectors of a batch counts deletions of earlier writes", async () => {
      await world.write("a", { delete: { points: [0, 1] } }, upsertOf([8, 9]));
      await world.write("a", { delete: { filter: filterOf([8, 9]) } }, upsertOf([0, 1]));
      await world.write("a", { delete_vectors: { vector: [""], points: [0] } }, upsertOf([9]));
      await world.write("a", { delete_vectors: { vector: [""], filter: filterOf([1]) } }, upsertOf([8]));
      await refused({ delete: { points: [0, 1, 2] } }, upsertOf([10, 11]));
      expect(world.vectors).to.equal(4);
    });

    it("the cap on the vectors of a batch does not count deletions of later writes", async () => {
      await refused(upsertOf([8]), { delete: { points: [8] } });
    });

    it("the cap on the vectors of a batch evaluates conditions with the results of earlier writes", async () => {
      const inserting: Write = { upsert: { ...upsertOf([0, 1, 2]).upsert!, update_mode: "insert_only" } };
      await world.write("a", { delete: { points: [0, 1] } }, inserting);
      await refused({ delete: { points: [0] } }, upsertOf([9]), inserting);
      await world.write("a", { delete: { filter: {} } }, inserting, inserting);
      expect(world.vectors).to.equal(3);
    });

    it("the cap on the vectors of a batch counts the largest possible result if filters depend on writes of the same batch", async () => {
      const unseen: Write = { delete: { filter: { must: [{ key: "n", match: { value: 1 } }] } } };
      const change: Write = { set_payload: { payload: raw({ n: 1 }), points: [0] } };
      await refused(change, unseen, upsertOf([9]));
      await world.write("a", change, unseen, upsertOf([1, 2, 3]));
      await world.write("a", upsertOf([0]));
    });
  });

  describe("with collections that are deleted and restored", () => {
    beforeEach(() => world.write("a", upsertOf([1, 2, 3])));

    it("the cap on vectors frees the vectors of deleted collections", async () => {
      await world.opened.database.drop("a");
      await world.write("c", upsertOf(range(4)));
    });

    for (const [how, atRest] of [
      ["in memory", false],
      ["in files alone", true],
    ] as const) {
      it(`the cap on vectors refuses to restore a collection that would exceed it, while it is ${how}`, async () => {
        await world.opened.database.mark("a", 60_000);
        if (atRest) await world.opened.database.checkpoint();
        expect(world.opened.database.registered("a")!.isUnloaded).to.equal(atRest);
        await world.write("c", upsertOf([1, 2]));
        const restored = () => world.collections.restore({ collection_name: "a" });
        expect(await refusalOf(restored())).to.equal(limitReached(2, 4));
        expect(world.opened.database.registered("a")!.state.kind).to.equal("marked");
        await world.write("c", { delete: { points: [1] } });
        await restored();
        expect(world.vectors).to.equal(4);
        await refused(upsertOf([9]));
      });
    }

    it("the cap on vectors lets a snapshot be recovered in place of existing points, or refuses it before anything is written", async () => {
      const { snapshots, opened } = world;
      const { name: snapshot_name } = await snapshots.create({ collection_name: "a" });
      const recover = () => snapshots.recover({ collection_name: "a", snapshot_name });
      await world.write("c", upsertOf([1]));
      await recover();
      await world.write("a", { delete: { points: [1, 2] } });
      await world.write("c", upsertOf([2, 3]));
      const { lastLsn } = (await opened.database.status()).log;
      expect(await refusalOf(recover())).to.equal(limitReached(4, 4));
      expect((await opened.database.status()).log.lastLsn).to.equal(lastLsn);
      await world.write("c", { delete: { points: [1, 2] } });
      await recover();
      expect(world.vectors).to.equal(4);
    });
  });

  it("the cap on vectors may change from one write to the next", async () => {
    await world.write("a", upsertOf(range(4)));
    world.limit = 5;
    await world.write("a", upsertOf([4]));
    world.limit = 4;
    await refused(upsertOf([5]));
  });

  it("the cap on vectors does not exist for programs that embed the library", async () => {
    const { database } = await open();
    await database.create("a", TWO_FIELDS);
    const { upsert } = upsertOf(range(6_000));
    await new PointsService(database).upsert({ collection_name: "a", ...upsert! }, NATIVE_RULES);
    expect(database.vectors).to.equal(6_000);
    await database.close();
  });
});
