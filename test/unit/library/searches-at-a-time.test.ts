// Searches that a program makes without waiting, from one array of numbers.
import { expect } from "chai";
import { open } from "../../../src/index.ts";

const c = { collection_name: "c" };

describe("searches of the library at a time", () => {
  it("searches of the library at a time are each answered by the vector at the time of its call", async () => {
    const db = await open();
    await db.createCollection({ ...c, vectors_config: { size: 2, distance: "Dot" } });
    const ids = Array.from({ length: 40 }, (_, id) => id);
    const vectorOf = (id: number) => Float32Array.of(Math.cos(id), Math.sin(id));
    await db.upsertPoints({ ...c, points: ids.map((id) => ({ id, vector: vectorOf(id), payload: { id } })) });
    const found: number[] = [];
    // The first searches wait for a thread, later ones are answered at once.
    for (let repeat = 0; repeat < 5; repeat++) {
      // After a call that waited for a turn of the event loop, those of the next milliseconds do not.
      await db.countPoints(c);
      const vector = new Float32Array(2);
      const searches = ids.map((id) => {
        vector.set(vectorOf(id));
        // A search with a filter without an index reads payloads before it uses its vector.
        const filter = id % 2 === 0 ? { must: [{ key: "id", range: { gte: 0 } }] } : null;
        return db.searchPoints({ ...c, vector, limit: 1, filter });
      });
      for (const [hit] of await Promise.all(searches)) found.push(hit!.id as number);
    }
    expect(found).to.deep.equal(Array.from({ length: 5 }, () => ids).flat());
    await db.close();
  });
});
