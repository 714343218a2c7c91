// Data directories with sparse vectors that earlier servers wrote (test/golden/make-sparse.ts), and the bytes of the
// log's records: both are the same in every later version.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { sparseRecords } from "../../support/sparse-records.ts";

const GOLDEN = fileURLToPath(new URL("../../golden/", import.meta.url));
/** Directories with the same content: all rows in memory, and the rows of one vector in a file. */
const KEPT = ["format-3-sparse", "format-3-sparse-files"];
/** Files that each has to contain: rows of three sparse vectors, a checkpoint, a log behind it. */
const FILES = [/sparse-1\.rows$/, /sparse-2\.rows$/, /sparse-3\.rows$/, /^checkpoints\/.+\.json$/, /\.wal$/];

interface Golden {
  readonly stored: object[];
  readonly answers: readonly { readonly query: object; readonly hits: readonly Hit[] }[];
}
interface Hit {
  readonly id: number;
  readonly score: number;
}

const { stored, answers }: Golden = JSON.parse(readFileSync(join(GOLDEN, "format-3-sparse.json"), "utf8"));
const start = (copyOf: string) => startTestServer({ copyOf, checkpoints: true });

describe("a data directory with sparse vectors", () => {
  for (const name of KEPT) {
    const kept = join(GOLDEN, name);

    it(`a data directory with sparse vectors has their rows, a checkpoint and a log behind it: ${name}`, () => {
      const files = readdirSync(kept, { recursive: true }) as string[];
      for (const kind of FILES) {
        const isThere = files.some((file) => kind.test(file));
        expect(isThere, `${kind}`).to.equal(true);
      }
    });

    it(`a data directory with sparse vectors gives its points and answers, also after a checkpoint: ${name}`, async () => {
      const server = await start(kept);
      try {
        await isGolden(server);
        await server.database.checkpoint();
        const again = await start(server.dataDir);
        await isGolden(again).finally(() => again.close());
      } finally {
        await server.close();
      }
    });
  }
});

async function isGolden(server: TestServer): Promise<void> {
  const points = "/collections/texts/points";
  const ask = { limit: 200, with_vector: true, with_payload: true };
  const shown = (await server.call("POST", `${points}/scroll`, ask)).body.result.points;
  expect(shown).to.deep.equal(stored);
  for (const { query, hits } of answers) {
    const { points: found } = (await server.call("POST", `${points}/query`, query)).body.result;
    const pairs = found.map(({ id, score }: Hit) => ({ id, score }));
    // The version that wrote the directory had another order of equal scores.
    expect(pairs, JSON.stringify(query)).to.deep.equal([...hits].sort(byScore));
  }
}

const byScore = (a: Hit, b: Hit) => b.score - a.score || a.id - b.id;

describe("records of writes of sparse vectors", () => {
  it("records of writes of sparse vectors have the bytes that they had in earlier versions", async () => {
    const kept = JSON.parse(readFileSync(join(GOLDEN, "sparse-records.json"), "utf8"));
    expect(await sparseRecords()).to.deep.equal(kept);
  });
});
