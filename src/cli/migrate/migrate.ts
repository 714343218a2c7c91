// `azimuth migrate`: reads collections of another database and writes them to an Azimuth server.
// The decision: a subcommand for each kind of database, because each has options of its own; what they do with the
// collections is the same and in migration.ts.
import type { Command } from "commander";
import { WrongUsage } from "../../errors/usage.ts";
import { DISTANCE_NAMES, type Distance } from "../../shared/distances.ts";
import { listed } from "../../shared/listed.ts";
import { addressOf, choiceOf, secondsOf, sizeOf, tokenOf, wrongValue } from "../common/flag-values.ts";
import { type ServerFlags, serverOf, withServer } from "../common/server-flags.ts";
import type { DataParts } from "../data/import.ts";
import { ChromaSource } from "./chroma.ts";
import { type MigrationOptions, migrate } from "./migration.ts";
import { PgvectorSource } from "./pgvector.ts";
import { PineconeSource } from "./pinecone.ts";
import type { Choice } from "./plan.ts";
import { QdrantSource } from "./qdrant.ts";
import type { Patience } from "./retries.ts";
import type { RowOptions, SourceDatabase } from "./source-database.ts";
import { type SourceAddress, SourceHttp } from "./source-http.ts";
import { WeaviateSource } from "./weaviate.ts";

export interface MigrateParts extends DataParts {
  /** Returns the key of the source if no flag gives one; null: there is none. */
  readonly sourceKey: () => string | null;
}

interface MigrateFlags extends ServerFlags {
  readonly apiKey?: string;
  readonly batch?: string;
  readonly idField: string;
  readonly documentField?: string;
  readonly tenant?: string;
  readonly database?: string;
  readonly distance?: string;
  readonly sparseName?: string;
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

/** The arguments with which a source is opened. */
interface Opening {
  readonly address: string;
  readonly flags: MigrateFlags;
  readonly key: string | null;
  readonly options: RowOptions;
  readonly patience: Patience;
  readonly parts: MigrateParts;
}

type Headers = SourceAddress["headers"];
type Open = (opening: Opening) => SourceDatabase | Promise<SourceDatabase>;

const USUAL_BATCH = 500;
/** Seconds. */
const USUAL_SILENCE = 60;
const MAX_BATCH = 10_000;
const MAX_SEED = 2 ** 31;
const DEFAULT_TENANT = "default_tenant";

const open: Readonly<Record<string, Open>> = {
  qdrant: ({ address, key, options, patience }) =>
    new QdrantSource(httpAt(address, key === null ? {} : { "api-key": key }, patience), options),
  chroma: ({ address, key, options, patience, flags }) => {
    const headers: Headers = key === null ? {} : { "x-chroma-token": key, authorization: `Bearer ${key}` };
    const { tenant = DEFAULT_TENANT, database = "", documentField = "" } = flags;
    return new ChromaSource(httpAt(address, headers, patience), {
      ...options,
      tenant,
      database,
      documentField,
    });
  },
  weaviate: ({ address, key, options, patience, flags }) => {
    const headers: Headers = key === null ? {} : { authorization: `Bearer ${key}` };
    return new WeaviateSource(httpAt(address, headers, patience), {
      ...options,
      tenant: flags.tenant ?? null,
    });
  },
  pgvector: async ({ address, key, options, patience, flags }) => {
    const { PostgresQueries } = await import("./postgres-queries.ts");
    const queries = new PostgresQueries(address, key, patience);
    return new PgvectorSource(queries, { ...options, distance: distanceOf(flags) });
  },
  "pinecone-export": ({ address, options, flags, parts }) => {
    const { sparseName = "" } = flags;
    return new PineconeSource(address, {
      ...options,
      sparseName,
      distance: distanceOf(flags),
      stdin: parts.stdin,
    });
  },
};

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
  const key = flags.apiKey === undefined ? parts.sourceKey() : tokenOf("--api-key", flags.apiKey);
  const onRetry = (why: string, ms: number) =>
    void parts.stderr.write(`azimuth: ${why}; trying again in ${ms / 1000} s\n`);
  const patience = { pause: parts.pause, onRetry, silenceMs };
  const source = await open[kind]!({ address, flags, key, options, patience, parts });
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

function rowOptionsOf({ idField, batch = String(USUAL_BATCH) }: MigrateFlags): RowOptions {
  const rows = sizeOf("--batch", batch);
  if (rows > MAX_BATCH) throw wrongValue("--batch", `a number from 1 to ${MAX_BATCH}`, batch);
  if (idField === "") throw wrongValue("--id-field", "the name of a field", idField);
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
  const sample = flags.sample === "0" ? 0 : sizeOf("--sample", flags.sample);
  const { workDir } = flags;
  return { isDryRun: dryRun, verifyOnly, verify, overwrite, restart, json, workDir, sample, seed };
}

function distanceOf({ distance }: MigrateFlags): Distance | null {
  return distance === undefined ? null : (choiceOf("--distance", distance, DISTANCE_NAMES) as Distance);
}

function httpAt(address: string, headers: Headers, patience: Patience): SourceHttp {
  const url = addressOf(address, "the address of the source");
  return new SourceHttp({ url, headers }, patience);
}
