import { expect } from "chai";
import { vectorDbOf } from "../../src/embedded/vector-db.ts";
import { roundRandom } from "../support/chance.ts";
import { answersOf, expectSame } from "../support/equality/compare.ts";
import { COLLECTION, PointDrawer } from "../support/equality/points.ts";
import { fill } from "../support/equality/writes.ts";
import { startTestServer } from "../support/rest.ts";
describe("scratch", () => {
  it("batches", async () => {
    const points = new PointDrawer(roundRandom(1, 0)).points(260);
    const worlds = [];
    for (const [i, maxSlots] of [100000, 23].entries()) {
      const server = await startTestServer({ extendedApi: true, segments: { maxSlots } });
      const db = vectorDbOf<number[]>({ services: server.services, release: async () => {}, defer: setImmediate });
      const answers = answersOf(db);
      await answers("createCollection", { collection_name: "c", ...COLLECTION });
      await fill(answers, "c", points, roundRandom(1, i + 1));
      worlds.push({ answers, server });
    }
    let failed = 0, all = 0;
    for (const name of ["wide", "product", "coded"] as const)
      for (let limit = 1; limit < 160; limit++) {
        const size = COLLECTION.vectors_config[name].size;
        const searches = [0.1, 0.7, 1.3, -1.1].map((v) => ({ vector: { name, vector: new Array(size).fill(v) }, limit, params: { exact: true } }));
        all++;
        try { await expectSame(worlds[0]!.answers, worlds[1]!.answers, { operation: "searchBatch", request: { collection_name: "c", searches } }, ""); } catch (e) { failed++; if (failed < 3) console.log(String(e).slice(0, 200)); }
        for (const s of searches) await expectSame(worlds[0]!.answers, worlds[1]!.answers, { operation: "searchPoints", request: { collection_name: "c", ...s } }, "");
      }
    for (const name of ["wide", "product"] as const) {
      const size = COLLECTION.vectors_config[name].size;
      let differ = 0;
      for (let limit = 1; limit < 80; limit++) {
      const searches = [0.1, 0.7, 1.3, -1.1].map((v) => ({ vector: { name, vector: new Array(size).fill(v) }, limit, params: { exact: true } }));
      const batch = await worlds[0]!.answers("searchBatch", { collection_name: "c", searches }) as any[];
      for (const [i, one] of searches.entries()) {
        const single = await worlds[0]!.answers("searchPoints", { collection_name: "c", ...one }) as any[];
        if (String(single.map((h) => h.id)) !== String(batch[i].map((h: any) => h.id))) differ++;
        if (limit === 79 && i === 0) { const all = await worlds[0]!.answers("searchPoints", { collection_name: "c", ...one, limit: 1000 }) as any[]; const c = new Map(); for (const h of all) c.set(h.score, (c.get(h.score) ?? 0) + 1); console.log([...c].filter(([, n]) => n > 1).join(" ")); }
      }
      }
      console.log(name, { differ });
    }
    console.log({ failed, all });
    for (const { server } of worlds) await server.close();
    expect(failed).to.equal(0);
  });
});
