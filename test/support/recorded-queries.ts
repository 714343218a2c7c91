// Statements to PostgreSQL and their rows, in a file: recorded from a real server, and answered without it.
import { readFileSync } from "node:fs";
import type { Queries, TextRows } from "../../src/cli/migrate/postgres-queries.ts";
import type { SourceCollection, SourceDatabase, SourceRow } from "../../src/cli/migrate/source-database.ts";

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly string[];
  readonly rows: TextRows;
}

/** Answers the statements of a file of test/golden/. */
export function recordedQueries(file: string): Queries {
  const path = new URL(`../golden/${file}`, import.meta.url);
  const all = JSON.parse(readFileSync(path, "utf8")) as RecordedStatement[];
  return {
    shown: "postgres://recorded/postgres",
    query: async (text, values = []) => {
      const found = all.find((one) => one.text === text && String(one.values) === String(values));
      if (found === undefined) throw new Error(`not recorded: ${text} with ${values}`);
      return found.rows;
    },
    close: async () => {},
  };
}

/** The rows and ids of one collection, read in all ways. */
export interface ReadCollection {
  readonly collection: SourceCollection;
  readonly rows: readonly SourceRow[];
  /** The rows after the first. */
  readonly rest: readonly SourceRow[];
  readonly ids: readonly (string | null)[];
  /** The first and the last row, read again. */
  readonly picked: readonly SourceRow[];
}

/** Reads everything from a source in all ways. */
export async function readAll(source: SourceDatabase): Promise<ReadonlyMap<string, ReadCollection>> {
  const all = new Map<string, ReadCollection>();
  for (const collection of await source.collections(null)) {
    if (collection.refusal !== null) continue;
    const { name } = collection;
    const rows = await listOf(source.rows(name, null));
    const rest = rows.length === 0 ? [] : await listOf(source.rows(name, rows[0]!.after));
    const ids = (await listOf(source.ids(name))).map(({ id }) => id);
    const keys = rows.filter((_, i) => i === 0 || i === rows.length - 1).map(({ key }) => key);
    const picked = keys.length === 0 ? [] : await source.pick(name, keys);
    all.set(name, { collection, rows, rest, ids, picked });
  }
  return all;
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
