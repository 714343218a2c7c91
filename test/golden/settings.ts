// Writes the table of settings into the documentation: npx tsx test/golden/settings.ts
import { readFileSync, writeFileSync } from "node:fs";
import { settingsTable } from "../../src/config/environment.ts";

export const PAGE = new URL("../../src/docs/server.md", import.meta.url);
/** Matches the table from its head to its last line. */
const TABLE = /^\| Flag \| Variable \|.*\n(?:\|.*\n)+/m;

/** Returns the table of a page, or null if the page has none. */
export function tableIn(page: string): string | null {
  return TABLE.exec(page)?.[0].trimEnd() ?? null;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(
    PAGE,
    readFileSync(PAGE, "utf8").replace(TABLE, () => `${settingsTable()}\n`),
  );
}
