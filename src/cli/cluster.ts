// The commands of a cluster: demo, recover, import.
// The decision: this file reads flags and shows results. The work needs drivers and settings that no other command
// loads, so it is passed in.
import type { Command } from "commander";
import { WrongUsage } from "../errors/usage.ts";
import { sizeOf, wrongValue } from "./common/flag-values.ts";
import type { CommandParts } from "./common/output.ts";

interface DemoRequest {
  readonly nodes: number;
  readonly port: number;
  readonly dataDir: string | null;
  readonly logUrl: string | null;
  readonly logUrlFile: string | null;
}

export interface ClusterParts extends CommandParts {
  /** Runs a cluster until the command is interrupted. */
  readonly runDemo: (request: DemoRequest) => Promise<void>;
}

interface DemoFlags {
  readonly nodes: string;
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

export function addClusterCommands(program: Command, parts: ClusterParts): void {
  const cluster = program
    .command("cluster")
    .description("run several servers that share one log: try it out, begin or recover it");
  cluster
    .command("demo")
    .description("run a cluster of servers and its PostgreSQL on this machine, until Ctrl+C")
    .option("--nodes <n>", `number of servers, at most ${MAX_DEMO_NODES}`, DEMO_NODES)
    .option("--port <port>", "REST port of the first server; the others follow in steps of 10", DEMO_PORT)
    .option("--data-dir <path>", "keep the data there (default: a temporary directory, removed at the end)")
    .option("--log-url <url>", "use this PostgreSQL instead of starting one")
    .option("--log-url-file <path>", "the same, from a file: for a URL with a password")
    .action((flags: DemoFlags) => parts.run(() => demo(parts, flags)));
}

async function demo({ runDemo }: ClusterParts, flags: DemoFlags): Promise<boolean> {
  const { logUrl = null, logUrlFile = null, dataDir = null } = flags;
  const nodes = sizeOf("--nodes", flags.nodes);
  if (nodes > MAX_DEMO_NODES) throw wrongValue("--nodes", `at most ${MAX_DEMO_NODES}`, flags.nodes);
  const port = sizeOf("--port", flags.port);
  if (port < MIN_PORT || port > MAX_PORT)
    throw wrongValue("--port", `a port from ${MIN_PORT} to ${MAX_PORT}`, flags.port);
  if (logUrl !== null && logUrlFile !== null)
    throw new WrongUsage("say --log-url or --log-url-file, not both");
  await runDemo({ nodes, port, dataDir, logUrl, logUrlFile });
  return true;
}
