// Writes the table of settings into the documentation anew: npx tsx test/golden/settings.ts
import { readFileSync, writeFileSync } from "node:fs";
import { settingsTable } from "../../src/config/environment.ts";

export const PAGE = new URL("../../src/docs/server.md", import.meta.url);
/** From its head to the last line that is one of a table. */
const TABLE = /^\| Flag \| Variable \|.*\n(?:\|.*\n)+/m;

/** The table as the page has it; null: it has none. */
export function tableIn(page: string): string | null {
  return TABLE.exec(page)?.[0].trimEnd() ?? null;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(
    PAGE,
    readFileSync(PAGE, "utf8").replace(TABLE, () => `${settingsTable()}\n`),
  );
}
