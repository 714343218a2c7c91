// A log record that deletes many points: it is applied in slices, with the result of one pass.
import { expect } from "chai";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { open, reopen, stored, unnamed, upsert } from "./fixtures.ts";

const MANY = 20_000;

/** The number of turns of the event loop until the work is done. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const tick = () => {
    turns++;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work;
  isOver = true;
  return turns;
}

describe("a delete of many points", () => {
  it("a delete of many points lets the event loop run while it is applied, and has the same result after a restart", async () => {
    let opened = await open();
    await opened.database.create("a", unnamed(1));
    for (let from = 0; from < MANY; from += 5_000) {
      const points = Array.from({ length: 5_000 }, (_, i) => ({
        id: from + i,
        vectors: { "": Float32Array.of(i) },
      }));
      await upsert(opened.database, "a", points);
    }
    const remove = async (ids: number[]) => {
      const { database } = opened;
      const collection = database.collection("a");
      const draft = { kind: "delete_points", collection: collection.uuid, ids: PackedIds.pack(ids) } as const;
      const { applied } = await database.write(collection, draft, 0);
      return turnsOf(applied);
    };
    const few = await remove([MANY - 1]);
    const kept = [3, 4_095, 4_096, 19_998];
    const many = Array.from({ length: MANY }, (_, id) => id).filter((id) => !kept.includes(id));
    expect((await remove(many)) - few).to.be.at.least(3);
    const before = await Promise.all(kept.map((id) => stored(opened.database, "a", id)));
    expect(opened.database.collection("a").points).to.equal(kept.length);
    opened = await reopen(opened);
    expect(await Promise.all(kept.map((id) => stored(opened.database, "a", id)))).to.deep.equal(before);
    expect(opened.database.collection("a").points).to.equal(kept.length);
    await opened.database.close();
  });
});
