// `azimuth migrate`: reads collections of another database and writes them to an Azimuth server.
// The decision: a subcommand for each kind of database, because each has options of its own; what they do with the
// collections is the same and in migration.ts.
import type { Command } from "commander";
import { WrongUsage } from "../../errors/usage.ts";
import { DISTANCE_NAMES } from "../../shared/distances.ts";
import { listed } from "../../shared/listed.ts";
import { secondsOf, sizeOf, tokenOf, wrongValue } from "../common/flag-values.ts";
import { endProgress } from "../common/output.ts";
import { type ServerFlags, serverOf, withServer } from "../common/server-flags.ts";
import type { DataParts } from "../data/import.ts";
import { type MigrationOptions, migrate } from "./migration.ts";
import { DEFAULT_TENANT, openSource, type SourceFlags } from "./open-source.ts";
import type { Choice } from "./plan.ts";
import type { RowOptions } from "./source-database.ts";

export interface MigrateParts extends DataParts {
  /** Returns the key of the source if no flag gives one; null: there is none. */
  readonly sourceKey: () => string | null;
}

interface MigrateFlags extends ServerFlags, SourceFlags {
  readonly apiKey?: string;
  readonly batch?: string;
  readonly sample: string;
  readonly seed: string;
  readonly timeout?: string;
  readonly workDir: string;
  readonly dryRun?: boolean;
  readonly verifyOnly?: boolean;
  /** False for --no-verify. */
  readonly verify: boolean;
  readonly overwrite?: boolean;
  readonly restart?: boolean;
}

const USUAL_BATCH = 500;
/** Seconds. */
const USUAL_SILENCE = 60;
const MAX_BATCH = 10_000;
const MAX_SEED = 2 ** 31;

const HELP = `
The source is only read. Its key is better in AZIMUTH_SOURCE_API_KEY, or a file that AZIMUTH_SOURCE_API_KEY_FILE names, where
no list of processes shows it; for PostgreSQL it is the password. --dry-run shows what would be taken, and what not.

Progress is in a file of --work-dir until the migration is complete, so the same command continues where it was
interrupted. Rejected rows are in azimuth-migrate-COLLECTION.rejected.jsonl there, with the reason. At the end all ids
and a sample of the points are compared. Exit codes: 0 all is taken, 1 the migration failed or something differs, 2 the command
is invalid and nothing was begun, 3 some rows or collections were not taken.`;

export function addMigrateCommand(program: Command, parts: MigrateParts): void {
  const command = program
    .command("migrate")
    .description(
      "copy collections of another vector database; repeat the command to continue after an interruption",
    )
    .addHelpText(
      "after",
      `\nExamples:
  azimuth migrate qdrant http://old:6333 --dry-run
  AZIMUTH_SOURCE_API_KEY=... azimuth migrate qdrant https://old.example:6333 --url http://localhost:6573
  azimuth migrate chroma http://old:8000 --collection docs --as articles
  azimuth migrate pgvector postgres://reader@old/shop --distance Cosine
  azimuth migrate pinecone-export ./export --verify-only`,
    );
  const add = (kind: string, argument: string, about: string) =>
    addKind(command, parts, kind, argument, about);
  const tenant = (one: Command, usual?: string) =>
    one.option("--tenant <name>", "the tenant whose data is read", usual);
  const distance = (one: Command, otherwise: string) =>
    one.option(
      "--distance <distance>",
      `distance of the vectors: ${listed(DISTANCE_NAMES, "or")} (default: ${otherwise})`,
    );
  add("qdrant", "<url>", "copy collections of a Qdrant server by its REST API");
  tenant(add("chroma", "<url>", "copy collections of a Chroma server"), DEFAULT_TENANT)
    .option("--database <name>", "the database whose collections are read", "default_database")
    .option("--document-field <field>", "the field of the payload for documents", "document");
  tenant(add("weaviate", "<url>", "copy collections of a Weaviate server by its REST API"));
  distance(
    add(
      "pgvector",
      "<url>",
      "copy tables of PostgreSQL with vectors of pgvector, such as postgres://user@host/database",
    ),
    "that of the index",
  );
  distance(
    add(
      "pinecone-export",
      "<path>",
      "copy vectors of Pinecone from a JSONL or Parquet file, or a folder of them",
    ),
    "Cosine",
  ).option("--sparse-name <name>", "the name of sparse vectors", "sparse");
}

function addKind(
  command: Command,
  parts: MigrateParts,
  kind: string,
  argument: string,
  about: string,
): Command {
  const choices: { from: string; to: string | null }[] = [];
  let isOrdered = true;
  const from = (name: string) => void choices.push({ from: name, to: null });
  const to = (name: string) => {
    const last = choices.at(-1);
    if (last === undefined || last.to !== null) isOrdered = false;
    else last.to = name;
  };
  const isFile = argument !== "<url>";
  const added = command
    .command(kind)
    .description(about)
    .argument(argument, isFile ? "file or folder of the source" : "address of the source")
    .option("--collection <name>", "a collection to take; repeat for each (default: all)", from)
    .option("--as <name>", "the name in Azimuth of the collection before it", to)
    .option(
      "--id-field <field>",
      "the field of the payload for ids that are neither numbers nor UUIDs",
      "original_id",
    )
    .option("--dry-run", "show what would be taken, and write nothing")
    .option("--verify-only", "compare collections that were taken, and write nothing")
    .option("--no-verify", "omit the comparison at the end")
    .option("--sample <n>", "points whose vectors and payloads are compared", "100")
    .option("--seed <n>", "chooses the points of the sample", "1")
    .option("--overwrite", "write also to collections that have points; those with the same ids are replaced")
    .option("--restart", "begin again, and ignore the saved state")
    .option("--work-dir <folder>", "folder for the saved state and for rejected rows", ".");
  if (!isFile) {
    added
      .option("--api-key <key>", "key of the source; better in AZIMUTH_SOURCE_API_KEY")
      .option("--batch <n>", "rows in one request to the source", String(USUAL_BATCH))
      .option(
        "--timeout <seconds>",
        "seconds without an answer after which a request to the source is repeated",
        String(USUAL_SILENCE),
      );
  }
  return withServer(added)
    .addHelpText("after", HELP)
    .action((address: string, flags: MigrateFlags) =>
      parts.run(async () => {
        if (!isOrdered) throw new WrongUsage("--as follows the --collection that it renames");
        return run(parts, kind, { address, flags, choices });
      }),
    );
}

interface Asked {
  readonly address: string;
  readonly flags: MigrateFlags;
  readonly choices: readonly Choice[];
}

async function run(parts: MigrateParts, kind: string, { address, flags, choices }: Asked): Promise<number> {
  const server = serverOf(flags, parts);
  const options = rowOptionsOf(flags);
  const migration = migrationOptionsOf(flags);
  const silenceMs = secondsOf("--timeout", flags.timeout ?? String(USUAL_SILENCE), 0.05) * 1000;
  const key = keyOf(parts, kind, flags);
  const onRetry = (why: string, ms: number) => {
    endProgress(parts.stderr);
    parts.stderr.write(`azimuth: ${why}; trying again in ${ms / 1000} s\n`);
  };
  const patience = { pause: parts.pause, onRetry, silenceMs };
  const source = await openSource(kind, { address, flags, key, options, patience, stdin: parts.stdin });
  const { idField, documentField, tenant, database, distance, sparseName } = flags;
  const identity = {
    source: source.name,
    url: server.url.href,
    idField,
    documentField,
    tenant,
    database,
    distance,
    sparseName,
  };
  try {
    return await migrate({ ...parts, source, server, kind, identity, choices, options: migration });
  } finally {
    await source.close();
  }
}

/** Returns the key of the source; null: there is none. @throws WrongUsage for one that no header can carry */
function keyOf(parts: MigrateParts, kind: string, { apiKey }: MigrateFlags): string | null {
  const key = apiKey ?? parts.sourceKey();
  if (key === null || kind === "pgvector") return key;
  return tokenOf(apiKey === undefined ? "AZIMUTH_SOURCE_API_KEY" : "--api-key", key);
}

function rowOptionsOf({ idField, batch = String(USUAL_BATCH) }: MigrateFlags): RowOptions {
  const rows = sizeOf("--batch", batch);
  if (rows > MAX_BATCH) throw wrongValue("--batch", `a number from 1 to ${MAX_BATCH}`, batch);
  return { idField, batch: rows };
}

function migrationOptionsOf(flags: MigrateFlags): MigrationOptions {
  const {
    dryRun = false,
    verifyOnly = false,
    verify,
    overwrite = false,
    restart = false,
    json = false,
  } = flags;
  if (verifyOnly && (dryRun || !verify))
    throw new WrongUsage("--verify-only does nothing but compare: say it without --dry-run and --no-verify");
  const seed = /^\d{1,10}$/.test(flags.seed) ? Number(flags.seed) : Number.NaN;
  if (!(seed < MAX_SEED)) throw wrongValue("--seed", `a number below ${MAX_SEED}`, flags.seed);
  const sample = /^\d{1,9}$/.test(flags.sample) ? Number(flags.sample) : null;
  if (sample === null) throw wrongValue("--sample", "a number of points", flags.sample);
  const { workDir } = flags;
  return { isDryRun: dryRun, verifyOnly, verify, overwrite, restart, json, workDir, sample, seed };
}
