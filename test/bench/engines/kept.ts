// Indexes of other engines that an earlier run built: building takes minutes, and they change only with the version of
// the engine. The decision: Azimuth's indexes are never kept, because its code changes between runs.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSIONS } from "../peers.ts";
import { EF_CONSTRUCT, M } from "./engine.ts";
import type { Spent } from "./spent.ts";

const MADE_BY = JSON.stringify({ ...VERSIONS, M, EF_CONSTRUCT });

/** Returns the time of the build, if the folder has a complete index of these versions. */
export function keptBuild(folder: string): Spent | null {
  const file = stamp(folder);
  if (!existsSync(file)) return null;
  const { madeBy, spent } = JSON.parse(readFileSync(file, "utf8"));
  return madeBy === MADE_BY ? spent : null;
}

/** Marks the index in the folder as complete. */
export function keepBuild(folder: string, spent: Spent): void {
  writeFileSync(stamp(folder), JSON.stringify({ madeBy: MADE_BY, spent }));
}

function stamp(folder: string): string {
  return join(folder, "kept.json");
}
