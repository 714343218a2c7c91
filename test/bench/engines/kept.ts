// Indexes of other engines that an earlier run built: they take minutes and change only with their versions.
// The decision: ours are never kept, because ours is what changes from run to run.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSIONS } from "../peers.ts";
import { EF_CONSTRUCT, M } from "./engine.ts";
import type { Spent } from "./spent.ts";

const MADE_BY = JSON.stringify({ ...VERSIONS, M, EF_CONSTRUCT });

/** What building took, if the folder has a whole index of these versions. */
export function keptBuild(folder: string): Spent | null {
  const file = stamp(folder);
  if (!existsSync(file)) return null;
  const { madeBy, spent } = JSON.parse(readFileSync(file, "utf8"));
  return madeBy === MADE_BY ? spent : null;
}

/** Says that the index in the folder is whole. */
export function keepBuild(folder: string, spent: Spent): void {
  writeFileSync(stamp(folder), JSON.stringify({ madeBy: MADE_BY, spent }));
}

function stamp(folder: string): string {
  return join(folder, "kept.json");
}
