import { newEngine } from "./fixtures.ts";
import { seededRandom } from "../../support/random.ts";
describe("zz", () => {
  it("four vs one", async () => {
    for (const metric of ["Dot", "Cosine", "Euclid", "Manhattan"] as const) {
      const random = seededRandom(3);
      const dimension = 37, n = 400;
      const engine = newEngine();
      const store = await engine.create({ dimension, metric, encoding: "none", m: 0, efConstruct: 0, indexFrom: 2 ** 31 - 1 });
      await engine.reserve(store, n);
      const base = Array.from({ length: dimension }, () => Math.fround(random() * 2 - 0.7));
      const vectors = new Float32Array(n * dimension);
      for (let i = 0; i < n; i++) {
        const p = base.map((v) => [random(), v] as const).sort((a, b) => a[0] - b[0]).map(([, v]) => v);
        vectors.set(p, i * dimension);
      }
      await engine.write([{ store, first: 0, slots: n, rows: null, vectors, dead: new Uint32Array(0) }]);
      const queries = new Float32Array(4 * dimension);
      for (let q = 0; q < 4; q++) queries.fill(0.1 + q * 0.37, q * dimension, (q + 1) * dimension);
      let differ = 0, sets = 0;
      for (let k = 1; k < 200; k++) {
        const batch = await engine.searchBatch(store, queries, { k, ef: k, exact: true });
        for (let q = 0; q < 4; q++) {
          const one = await engine.search(store, queries.subarray(q * dimension, (q + 1) * dimension), { k, ef: k, exact: true });
          if (String(one.slots) !== String(batch[q]!.slots)) differ++;
          if (String(one.distances) !== String(batch[q]!.distances)) sets++;
        }
      }
      console.log(metric, { differ, sets });
    }
  });
});
