// The progress of graphs while they are being built by a database of this process.
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { open } from "../../../src/index.ts";
import { seededRandom } from "../engine/fixtures.ts";

const SIZE = 16;
const COUNT = 3000;
const C = { collection_name: "c" };

describe("the progress of graphs", () => {
  it("the progress of graphs contains that of a rebuild, whose graph is not visible yet", async () => {
    const db = await open({ threads: 0 });
    try {
      const vectors_config = { size: SIZE, distance: "Dot" } as const;
      await db.createCollection({ ...C, vectors_config, hnsw_config: { full_scan_threshold: 10 } });
      const random = seededRandom(7);
      const vectorOf = () => Array.from({ length: SIZE }, random);
      const points = Array.from({ length: COUNT }, (_, id) => ({ id, vector: vectorOf() }));
      await db.upsertPoints({ ...C, points });
      while ((await db.getCollection(C)).status !== "green") await turn();
      let isDone = false;
      const rebuilt = db.rebuildIndex(C).finally(() => {
        isDone = true;
      });
      let last = 0;
      while (!isDone) {
        const { indexing, indexed_vectors_count } = await db.getCollection(C);
        expect(indexed_vectors_count).to.equal(COUNT);
        if (indexing) {
          expect(indexing.vectors_total).to.equal(COUNT);
          last = Math.max(last, indexing.vectors_done);
        }
        await turn();
      }
      await rebuilt;
      expect(last).to.be.within(1, COUNT);
      expect(await db.getCollection(C)).to.not.have.property("indexing");
    } finally {
      await db.close();
    }
  });
});
