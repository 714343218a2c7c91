// `npm run bench -- NAME`: runs one benchmark. Each prints a table with what it measured and the recall it had.
import { main } from "./main.ts";

const BENCHMARKS: Record<string, () => Promise<void>> = { main };

const name = process.argv[2] ?? "";
const benchmark = BENCHMARKS[name];
if (!benchmark) {
  process.stderr.write(
    `npm run bench -- NAME, where NAME is one of: ${Object.keys(BENCHMARKS).join(", ")}\n`,
  );
  process.exit(2);
}
await benchmark();
