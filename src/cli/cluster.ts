// The commands of a cluster: demo, recover, import.
// The decision: this file reads flags and shows results. The work needs drivers and settings that no other command
// loads, so it is passed in.
import type { Command } from "commander";
import { WrongUsage } from "../errors/usage.ts";
import { MAX_SHARDS } from "../schema/limits.ts";
import { JSON_FLAG, sizeOf, wrongValue } from "./common/flag-values.ts";
import { type CommandParts, writeResult } from "./common/output.ts";

interface DemoRequest {
  readonly nodes: number;
  readonly shards: number;
  readonly port: number;
  readonly dataDir: string | null;
  readonly logUrl: string | null;
  readonly logUrlFile: string | null;
}

/** The report of a new log, whose names are those of the output as JSON. */
export interface BegunCluster {
  readonly dataDir: string;
  readonly cluster: string;
  /** The id of the new log. */
  readonly log: string;
  /** The last LSN of the data directory; the log begins behind it. */
  readonly lsn: number;
  readonly schema: string;
  /** The table with the entries of the former log; null: there are none. */
  readonly former_entries: string | null;
  /** Where the checkpoint is; null: none is stored. */
  readonly checkpoint: string | null;
  readonly warnings: readonly string[];
}

type Reason = "recover" | "import";

export interface ClusterParts extends CommandParts {
  /** Runs a cluster until the command is interrupted. */
  readonly runDemo: (request: DemoRequest) => Promise<void>;
  /** Makes a data directory the first of a new log. @param flags settings of a server */
  readonly beginCluster: (
    reason: Reason,
    flags: Record<string, unknown>,
    isForced: boolean,
  ) => Promise<BegunCluster>;
}

interface ClusterCommandParts extends ClusterParts {
  /** Gives a command the flags of the settings of a cluster, and --data-dir. */
  readonly addClusterSettings: (command: Command) => Command;
}

type BeginFlags = Record<string, unknown> & { readonly force?: boolean; readonly json?: boolean };

interface DemoFlags {
  readonly nodes: string;
  readonly shards: string;
  readonly port: string;
  readonly dataDir?: string;
  readonly logUrl?: string;
  readonly logUrlFile?: string;
}

const DEMO_NODES = "3";
const MAX_DEMO_NODES = 9;
const DEMO_PORT = "6573";
const MIN_PORT = 1_024;
/** Leaves room for the ports of all servers. */
const MAX_PORT = 65_000;

export function addClusterCommands(program: Command, parts: ClusterCommandParts): void {
  const cluster = program
    .command("cluster")
    .description("run several servers that share one log: try it out, begin or recover it");
  cluster
    .command("demo")
    .description("run a cluster of servers and its PostgreSQL on this machine, until Ctrl+C")
    .option("--nodes <n>", `number of servers, at most ${MAX_DEMO_NODES}`, DEMO_NODES)
    .option("--shards <n>", `shards of the collection in the example, at most ${MAX_SHARDS}`, "1")
    .option("--port <port>", "REST port of the first server; the others follow in steps of 10", DEMO_PORT)
    .option("--data-dir <path>", "keep the data there (default: a temporary directory, removed at the end)")
    .option("--log-url <url>", "use this PostgreSQL instead of starting one")
    .option("--log-url-file <path>", "the same, from a file: for a URL with a password")
    .action((flags: DemoFlags) => parts.run(() => demo(parts, flags)));
  parts
    .addClusterSettings(
      cluster
        .command("recover")
        .description(
          "begin a new log of a cluster with the data of one stopped server, after PostgreSQL has lost it",
        ),
    )
    .option("--force", "give up what another server or the log in PostgreSQL has and this directory lacks")
    .option(...JSON_FLAG)
    .action((flags: BeginFlags) => parts.run(() => begin(parts, "recover", flags)));
  parts
    .addClusterSettings(
      cluster
        .command("import")
        .description("make a data directory with collections the first one of a new cluster; server stopped"),
    )
    .option("--force", "also if another server has taken over from this one")
    .option(...JSON_FLAG)
    .action((flags: BeginFlags) => parts.run(() => begin(parts, "import", flags)));
}

async function begin(
  { beginCluster, stdout, stderr }: ClusterParts,
  reason: Reason,
  flags: BeginFlags,
): Promise<boolean> {
  const { force = false, json, ...settings } = flags;
  const begun = await beginCluster(reason, settings, force);
  for (const warning of begun.warnings) stderr.write(`azimuth: warning: ${warning}\n`);
  return writeResult(stdout, { json }, begun, () => textOf(begun));
}

function textOf({ dataDir, cluster, log, lsn, schema, former_entries, checkpoint }: BegunCluster): string {
  const lines = [
    `${dataDir} is the first server of the cluster ${cluster}, whose log begins with entry ${lsn + 1}`,
    `  log ${log}, in the schema ${schema}`,
    ...(former_entries === null
      ? []
      : [
          `  the entries of the former log are kept in the table ${former_entries}; drop it when they are not needed`,
        ]),
    ...(checkpoint === null ? [] : [`  the checkpoint for the other servers is in ${checkpoint}`]),
    "  start this server first; the others begin with empty data directories: remove what they have",
  ];
  return `${lines.join("\n")}\n`;
}

async function demo({ runDemo }: ClusterParts, flags: DemoFlags): Promise<boolean> {
  const { logUrl = null, logUrlFile = null, dataDir = null } = flags;
  const nodes = sizeOf("--nodes", flags.nodes);
  if (nodes > MAX_DEMO_NODES) throw wrongValue("--nodes", `at most ${MAX_DEMO_NODES}`, flags.nodes);
  const shards = sizeOf("--shards", flags.shards);
  if (shards > MAX_SHARDS) throw wrongValue("--shards", `at most ${MAX_SHARDS}`, flags.shards);
  const port = sizeOf("--port", flags.port);
  if (port < MIN_PORT || port > MAX_PORT)
    throw wrongValue("--port", `a port from ${MIN_PORT} to ${MAX_PORT}`, flags.port);
  if (logUrl !== null && logUrlFile !== null)
    throw new WrongUsage("say --log-url or --log-url-file, not both");
  await runDemo({ nodes, shards, port, dataDir, logUrl, logUrlFile });
  return true;
}
