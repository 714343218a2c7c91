// Fixtures of the tests of checkpoints: points, copies of directories, and the whole content of a collection.
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../src/core/database/database.ts";
import { freshDir, type Opened, stored, type TestPoint } from "./fixtures.ts";

export const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
export const point = (id: number, payload: unknown = { id }): TestPoint => ({
  id,
  vectors: { "": Float32Array.of(id, id % 7, 1) },
  payload: payload === null ? null : json(payload),
});
export const points = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => point(from + i));

/** A copy of the directory as a killed process leaves it. */
export function copyOf({ dir }: Opened): string {
  const copy = freshDir();
  cpSync(dir, copy, { recursive: true });
  return copy;
}

/** The whole content of a collection: all that can be read of the given ids. */
export async function everything(database: Database, name: string, ids: readonly number[]) {
  const all = [];
  for (const id of ids) all.push(await stored(database, name, id));
  return all;
}

export const IDS = Array.from({ length: 60 }, (_, i) => i);
export const files = (dir: string, folder: string) =>
  (readdirSync(join(dir, folder), { recursive: true }) as string[]).sort();
