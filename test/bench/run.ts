// Runs `npm run bench -- NAME`: one benchmark, whose figures are printed with their recall.
import { build } from "./build.ts";
import { capacity } from "./capacity.ts";
import { cluster } from "./cluster.ts";
import { grpc, rest, upsert } from "./edge-load.ts";
import { exact } from "./exact.ts";
import { filter } from "./filter.ts";
import { followers } from "./followers.ts";
import { grow } from "./grow.ts";
import { main } from "./main.ts";
import { memory } from "./memory.ts";
import { mixed } from "./mixed.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { ranking } from "./ranking.ts";
import { recall } from "./recall.ts";
import { formatTable, type Row, writeJson } from "./report.ts";
import { requests } from "./request-costs.ts";
import { restart } from "./restart.ts";
import { scale } from "./scale.ts";
import { search } from "./search.ts";
import { sparse } from "./sparse.ts";
import { text } from "./text.ts";
import { threads } from "./threads.ts";

/** Benchmarks that return rows; `main` prints its own results. */
const BENCHMARKS: Record<string, (options: Options) => Promise<Row[]>> = {
  search,
  build,
  grow,
  exact,
  filter,
  memory,
  capacity,
  threads,
  restart,
  followers,
  cluster,
  mixed,
  requests,
  rest,
  grpc,
  upsert,
  scale,
  recall,
  sparse,
  text,
  ranking,
};

async function run(name: string, args: readonly string[]): Promise<void> {
  const options = readOptions(name, args);
  if (name === "main") return main();
  const rows = await BENCHMARKS[name]!(options);
  process.stdout.write(formatTable(rows));
  if (options.json) writeJson(options.json, rows);
}

function readOptions(name: string, args: readonly string[]): Options {
  try {
    return parseOptions(name, args);
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n${USAGE}`);
  process.exit(2);
}

const [name = "", ...args] = process.argv.slice(2);
const names = ["main", ...Object.keys(BENCHMARKS)];
if (!names.includes(name)) refuse(`NAME is one of: ${names.join(", ")}`);
await run(name, args);
