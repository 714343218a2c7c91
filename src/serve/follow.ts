// Makes what copies the log of another server, from the settings.
import { randomUUID } from "node:crypto";
import { SYSTEM_CLOCK } from "../assemble/assemble.ts";
import type { Config } from "../config/environment.ts";
import type { Database } from "../core/database/database.ts";
import { readKeyFile } from "../inference/node-key-file.ts";
import type { Logger } from "../log/logger.ts";
import { Follower } from "../replication/follower.ts";

/** Returns null if the settings name no server to follow. */
export function followerOf(
  { follow, followTokenFile }: Pick<Config, "follow" | "followTokenFile">,
  { replication }: Database,
  log: Logger,
): Follower | null {
  if (follow === null) return null;
  const token = followTokenFile === null ? null : () => tokenIn(followTokenFile);
  const address = { url: follow, token };
  return new Follower({ address, replication, clock: SYSTEM_CLOCK, randomUuid: randomUUID, log });
}

async function tokenIn(path: string): Promise<string> {
  try {
    return await readKeyFile(path);
  } catch (error) {
    throw new Error(`follow.token_file: ${(error as Error).message}`);
  }
}
