// `azimuth cluster demo`: a cluster of several servers and its PostgreSQL on one machine, for trying out.
// The decision: the servers are processes as in a real cluster, so that one of them can be killed while the others go
// on. Everything is in one folder, and all processes end with the command.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartRefused } from "../errors/server.ts";
import { CODE_ROOT } from "../threads/code-root.ts";
import { Child } from "./child.ts";
import { preparePostgres } from "./postgres-program.ts";

export interface DemoSettings {
  readonly nodes: number;
  /** The number of shards of the collection in the example. */
  readonly shards: number;
  /** The REST port of the first server. */
  readonly port: number;
  /** Where the data stays; null: in a temporary folder that is removed at the end. */
  readonly dataDir: string | null;
  /** The URL of a PostgreSQL that runs; null: one is started. */
  readonly logUrl: string | null;
  /** A file with that URL. */
  readonly logUrlFile: string | null;
}

interface Outside {
  readonly tell: (text: string) => void;
  /** Resolves when the demonstration has to end. */
  readonly asked: Promise<void>;
}

/** The same path from `src` and from `dist`. */
const MAIN = fileURLToPath(new URL("../dist/main.js", CODE_ROOT));
const NAME = "demo";
const SCHEMA = "azimuth_demo";
const CHECKPOINTS = "checkpoints";
/** What is between the ports of two servers. */
const PORT_STEP = 10;
const START_MS = 60_000;
const POLL_MS = 50;

interface Node {
  readonly name: string;
  readonly port: number;
  readonly child: Child;
  /** Appears when the server is ready. */
  readonly portsFile: string;
}

/** Runs until it is asked to end, or all servers have ended. @throws StartRefused if a process does not start */
export async function runDemo(settings: DemoSettings, { tell, asked }: Outside): Promise<void> {
  const { dataDir, nodes: count } = settings;
  const home = dataDir === null ? mkdtempSync(join(tmpdir(), "azimuth-demo-")) : resolve(dataDir);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  mkdirSync(join(home, CHECKPOINTS), { recursive: true });
  let isEnding = false;
  void asked.then(() => {
    isEnding = true;
  });
  let postgres: Child | null = null;
  let nodes: readonly Node[] = [];
  try {
    postgres = await startLog(home, settings);
    tell(`starting PostgreSQL and ${count} servers ...\n`);
    nodes = Array.from({ length: count }, (_, i) => startNode(home, settings, i));
    const all = [...nodes.map(({ child }) => child), ...(postgres ? [postgres] : [])];
    await started(nodes, all, () => isEnding);
    if (isEnding) return;
    tell(introduction(nodes, home, settings));
    for (const child of all) {
      void child.ended.then(() => {
        if (!isEnding) tell(`${child.name} has ended (${child.end}); the others go on\n`);
      });
    }
    await Promise.race([asked, Promise.all(nodes.map(({ child }) => child.ended))]);
  } finally {
    isEnding = true;
    if (nodes.length > 0) tell("stopping ...\n");
    await Promise.all(nodes.map(({ child }) => child.stop()));
    await postgres?.stop();
    if (dataDir === null) rmSync(home, { recursive: true, force: true });
  }
}

const urlFileIn = (home: string) => join(home, "log-url");

/** Starts PostgreSQL, unless one is named. */
async function startLog(
  home: string,
  { logUrl, logUrlFile, port, nodes }: DemoSettings,
): Promise<Child | null> {
  if (logUrl !== null || logUrlFile !== null) return null;
  const program = await preparePostgres(home, port + PORT_STEP * nodes);
  writeFileSync(urlFileIn(home), program.url, { mode: 0o600 });
  return Child.of("PostgreSQL", program);
}

function startNode(home: string, { logUrl, logUrlFile, port: first }: DemoSettings, i: number): Node {
  const name = `n${i + 1}`;
  const port = first + PORT_STEP * i;
  const portsFile = join(home, `${name}.ports`);
  rmSync(portsFile, { force: true });
  const log =
    logUrl === null
      ? ["--cluster-log-url-file", logUrlFile ?? urlFileIn(home)]
      : ["--cluster-log-url", logUrl];
  const flags = {
    "--data-dir": join(home, name),
    "--rest-port": port,
    "--grpc-port": port + 1,
    "--ui-port": port + 2,
    "--workers": 1,
    "--ports-file": portsFile,
    "--cluster-name": NAME,
    "--cluster-node": name,
    "--cluster-log-schema": SCHEMA,
    "--checkpoints-directory": join(home, CHECKPOINTS),
  };
  const args = [MAIN, "serve", ...Object.entries(flags).flatMap(([flag, value]) => [flag, String(value)])];
  return { name, port, portsFile, child: Child.ofNode(name, [...args, ...log]) };
}

/** Waits until all servers are ready. @throws StartRefused if a process ends before, or it takes too long */
async function started(
  nodes: readonly Node[],
  children: readonly Child[],
  isEnding: () => boolean,
): Promise<void> {
  const end = performance.now() + START_MS;
  while (!isEnding() && !nodes.every(({ portsFile }) => existsSync(portsFile))) {
    const ended = children.find(({ isRunning }) => !isRunning);
    if (ended !== undefined) {
      throw new StartRefused(`${ended.name} does not start: ${ended.lastLine || ended.end}`);
    }
    if (performance.now() > end)
      throw new StartRefused(`the servers are not ready after ${START_MS / 1000} s`);
    await delay(POLL_MS);
  }
}

function introduction(nodes: readonly Node[], home: string, settings: DemoSettings): string {
  const { dataDir, logUrl, logUrlFile, port, nodes: count, shards } = settings;
  const placed =
    shards === 1 ? "" : `, "shard_number": ${shards}, "replication_factor": ${Math.min(2, count)}`;
  const given = logUrl !== null || logUrlFile !== null;
  const urls = nodes.map((node) => `http://127.0.0.1:${node.port}`);
  const [one, other = one, third = other] = urls;
  const rows = nodes.map(
    (node, i) =>
      `  ${node.name}  ${urls[i]}, console http://127.0.0.1:${node.port + 2}, process ${node.child.pid}\n`,
  );
  const log = given
    ? `the PostgreSQL that you named, schema ${SCHEMA}`
    : `PostgreSQL at 127.0.0.1:${port + PORT_STEP * count}, without standbys: a cluster in use has two`;
  return `a cluster of ${count} servers runs, for this machine only and without authentication:
${rows.join("")}  log: ${log}
  data: ${home}${dataDir === null ? ", removed at the end" : ""}

write on one server and on another, see who is there, and read on the third:
  curl -X PUT ${one}/collections/films -d '{"vectors_config": {"size": 2, "distance": "Cosine"}${placed}}'
  curl -X PUT ${other}/collections/films/points -d '{"points": [{"id": 1, "vector": [0.1, 0.9]}]}'
  curl ${one}/cluster
${shards === 1 ? "" : `  curl ${one}/collections/films/cluster\n`}  curl -X POST '${third}/collections/films/points/search?consistency=majority' -d '{"vector": [0.2, 0.8], "limit": 1}'

kill a process to see the others go on; Ctrl+C ends everything\n`;
}
