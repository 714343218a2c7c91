// Records the answers of other databases that test/unit/cli/migrate/ serves:
// npx tsx test/golden/record-source.ts chroma http://127.0.0.1:8000 migrate-chroma-2.json
// npx tsx test/golden/record-source.ts pgvector postgres://user@127.0.0.1:5432/postgres migrate-pgvector.json
// The decision: what is recorded is what the command asks for, so a changed command needs a new recording. The data is
// made by test/support/source-data/, whose files say how.
import { writeFileSync } from "node:fs";
import { PgvectorSource } from "../../src/cli/migrate/pgvector.ts";
import { PostgresQueries } from "../../src/cli/migrate/postgres-queries.ts";
import { runCli } from "../support/cli.ts";
import { type RecordedStatement, readAll } from "../support/recorded-queries.ts";
import { recordFrom } from "../support/recorded-source.ts";
import { startTestServer } from "../support/rest.ts";
import { freshDir } from "../unit/storage/fixtures.ts";

const SILENCE_MS = 10_000;

async function recordChroma(url: string): Promise<unknown> {
  const source = await recordFrom(url);
  const target = await startTestServer();
  const args = [
    "migrate",
    "chroma",
    source.url,
    "--url",
    target.url,
    "--work-dir",
    freshDir(),
    "--batch",
    "3",
  ];
  for (const more of [["--dry-run"], []]) process.stdout.write((await runCli([...args, ...more])).stdout);
  await target.close();
  await source.close();
  const seen = new Map(source.asked.map((one) => [JSON.stringify([one.method, one.path, one.body]), one]));
  return [...seen.values()];
}

async function recordPgvector(url: string): Promise<unknown> {
  const patience = { pause: async () => {}, onRetry: () => {}, silenceMs: SILENCE_MS };
  const queries = new PostgresQueries(url, null, patience);
  const statements: RecordedStatement[] = [];
  const recording = {
    shown: queries.shown,
    query: async (text: string, values: readonly string[] = []) => {
      const rows = await queries.query(text, values);
      statements.push({ text, values, rows });
      return rows;
    },
    close: () => queries.close(),
  };
  await readAll(new PgvectorSource(recording, { idField: "original_id", batch: 2, distance: null }));
  await queries.close();
  return statements;
}

const [kind, url, file] = process.argv.slice(2);
if (process.argv[1] === new URL(import.meta.url).pathname) {
  const recorded = await (kind === "chroma" ? recordChroma(url!) : recordPgvector(url!));
  writeFileSync(new URL(file!, import.meta.url), `${JSON.stringify(recorded, null, 1)}\n`);
}
