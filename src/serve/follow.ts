// Makes what copies the log of another server, from the settings.
import { randomUUID } from "node:crypto";
import { SYSTEM_CLOCK } from "../assemble/assemble.ts";
import type { Config } from "../config/environment.ts";
import type { Database } from "../core/database/database.ts";
import { StartRefused } from "../errors/server.ts";
import { readKeyFile } from "../inference/node-key-file.ts";
import type { Logger } from "../log/logger.ts";
import { copyFirst } from "../replication/first-copy.ts";
import { Follower } from "../replication/follower.ts";
import type { LeaderAddress } from "../replication/leader.ts";
import { removeIncompleteCopy } from "../storage/incoming-copy.ts";
import { nodeFs } from "../storage/node-fs.ts";

type FollowSettings = Pick<Config, "follow" | "followTokenFile">;

/** Returns null if the settings name no server to follow. */
export function followerOf(
  { follow, followTokenFile }: FollowSettings,
  { replication }: Database,
  log: Logger,
): Follower | null {
  const address = addressOf({ follow, followTokenFile });
  if (address === null) return null;
  return new Follower({ address, replication, clock: SYSTEM_CLOCK, randomUuid: randomUUID, log });
}

/**
 * Returns what tells the former leader of a promoted server, if the settings do not name it any more and it does not
 * know yet; otherwise null. The database must be loaded.
 */
export function tellerOf(config: FollowSettings, database: Database, log: Logger): Follower | null {
  const { replaces } = database.replication.lineage;
  if (config.follow !== null || replaces === null || replaces.knows) return null;
  return followerOf({ ...config, follow: replaces.leader }, database, log);
}

/**
 * Copies the data of the leader to an empty directory, if the settings name one.
 * @throws StartRefused, the reason of the signal
 */
export async function copyLeader(
  config: FollowSettings,
  dataDir: string,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  if (removeIncompleteCopy(nodeFs, dataDir))
    log.warn("a copy of a leader's data that was not complete is removed");
  const address = addressOf(config);
  if (address !== null)
    await copyFirst({ address, fs: nodeFs, dataDir, log, follower: randomUUID(), signal });
}

function addressOf({ follow, followTokenFile }: FollowSettings): LeaderAddress | null {
  if (follow === null) return null;
  return { url: follow, token: followTokenFile === null ? null : () => tokenIn(followTokenFile) };
}

async function tokenIn(path: string): Promise<string> {
  try {
    return await readKeyFile(path);
  } catch (error) {
    throw new StartRefused(`follow.token_file: ${(error as Error).message}`);
  }
}
