// The number of indexed vectors of a collection whose points are overwritten before their segments are rebuilt.
import { expect } from "chai";
import { Servers } from "../support/servers.ts";

const POINTS = 1_500;

describe("indexed_vectors_count", () => {
  it("indexed_vectors_count is never above the number of points, however often they are overwritten or deleted", async () => {
    const servers = new Servers();
    try {
      const { url } = await servers.here({ ephemeral: true });
      const ask = async (method: string, path: string, body?: object) => {
        const sent = body === undefined ? null : JSON.stringify(body);
        const answer = await fetch(`${url}/collections/c${path}`, { method, body: sent });
        expect(answer.status, path).to.equal(200);
        return (await answer.json()).result;
      };
      const settled = async () => {
        for (;;) {
          const info = await ask("GET", "");
          expect(info.indexed_vectors_count).to.be.at.most(info.points_count);
          if (info.status === "green") return info;
        }
      };
      await ask("PUT", "", {
        vectors_config: { size: 4, distance: "Dot" },
        hnsw_config: { full_scan_threshold: 10 },
      });
      let seen = 0;
      for (let round = 0; round < 3; round++) {
        // The third round overwrites a tenth of the points, which is too little for a rebuild.
        const count = round === 2 ? POINTS / 10 : POINTS;
        const points = Array.from({ length: count }, (_, id) => ({
          id,
          vector: [id % 97, round, id % 7, 1],
        }));
        await ask("PUT", "/points", { points });
        seen = Math.max(seen, (await settled()).indexed_vectors_count);
      }
      expect(seen).to.be.above(0);
      await ask("POST", "/points/delete", { points: Array.from({ length: 100 }, (_, id) => id) });
      await settled();
    } finally {
      await servers.close();
    }
  });
});
