// Writes the table of settings into the README anew: npx tsx test/golden/settings.ts
import { readFileSync, writeFileSync } from "node:fs";
import { settingsTable } from "../../src/config.ts";

export const README = new URL("../../README.md", import.meta.url);
/** From its head to the last line that is one of a table. */
const TABLE = /^\| Flag \| Variable \|.*\n(?:\|.*\n)+/m;

/** The table as the README has it; null: it has none. */
export function tableIn(readme: string): string | null {
  return TABLE.exec(readme)?.[0].trimEnd() ?? null;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(
    README,
    readFileSync(README, "utf8").replace(TABLE, () => `${settingsTable()}\n`),
  );
}
