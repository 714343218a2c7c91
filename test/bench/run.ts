// `npm run bench -- NAME`: runs one benchmark and prints what it measured, each figure with the recall it had.
import { build } from "./build.ts";
import { exact } from "./exact.ts";
import { filter } from "./filter.ts";
import { main } from "./main.ts";
import { memory } from "./memory.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { formatTable, type Row, writeJson } from "./report.ts";
import { search } from "./search.ts";
import { threads } from "./threads.ts";

/** Those of the engine end in rows; `main` goes through the whole server and prints for itself. */
const BENCHMARKS: Record<string, (options: Options) => Promise<Row[]>> = {
  search,
  build,
  exact,
  filter,
  memory,
  threads,
};

async function run(name: string, args: readonly string[]): Promise<void> {
  if (name === "main") return main();
  const options = parseOptions(args);
  const rows = await BENCHMARKS[name]!(options);
  process.stdout.write(formatTable(rows));
  if (options.json) writeJson(options.json, rows);
}

const [name = "", ...args] = process.argv.slice(2);
if (name !== "main" && !(name in BENCHMARKS)) {
  process.stderr.write(`${USAGE}NAME is one of: main, ${Object.keys(BENCHMARKS).join(", ")}\n`);
  process.exit(2);
}
await run(name, args);
