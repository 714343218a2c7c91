// Copies the data of the leader to the empty directory of a new follower, before anything of it is opened.
// The decision: it is the leader's backup, which is complete and verified or not there. A leader that is away is waited
// for; one that refuses ends the start with its reason.
import { setTimeout as sleep } from "node:timers/promises";
import { StartRefused } from "../errors/server.ts";
import { ERROR_STATUS } from "../errors/table.ts";
import type { Logger } from "../log/logger.ts";
import { untilAborted } from "../scheduling/until-aborted.ts";
import type { FileSystem } from "../storage/fs.ts";
import { installCopy, isReadyForCopy, removeIncompleteCopy } from "../storage/incoming-copy.ts";
import { ask, type LeaderAddress, LeaderRefuses } from "./leader.ts";

interface CopyParts {
  readonly address: LeaderAddress;
  readonly fs: FileSystem;
  readonly dataDir: string;
  readonly log: Pick<Logger, "info" | "warn">;
  /** Names this follower to the leader. */
  readonly follower: string;
  /** Ends the copy. */
  readonly signal: AbortSignal;
}

/** How long a leader that cannot be reached is waited for, and the pause between two attempts. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;
/** The leader copies its files before it sends the first of them. */
const SILENCE_MS = 1_800_000;
/** Answers after which another attempt may succeed: a copy is being made for another, or the leader starts. */
const PASSING: readonly number[] = [
  ERROR_STATUS.TOO_MANY_REQUESTS.http,
  ERROR_STATUS.ENGINE_NOT_INITIALIZED.http,
  ERROR_STATUS.UNAVAILABLE.http,
];

/**
 * Does nothing if the directory has data.
 * @throws StartRefused if the leader refuses, or stays away; the reason of the signal. Then nothing of the copy is left
 */
export async function copyFirst(parts: CopyParts): Promise<void> {
  const { address, fs, dataDir, log, follower, signal } = parts;
  if (!isReadyForCopy(fs, dataDir)) return;
  const { url } = address;
  const path = `backup?${new URLSearchParams({ follower })}`;
  const until = performance.now() + PATIENCE_MS;
  let told = "";
  for (;;) {
    try {
      log.info({ leader: url }, "copying the data of the leader");
      const answer = await ask(address, {
        method: "GET",
        path,
        type: "application/x-tar",
        silenceMs: SILENCE_MS,
        signal,
      });
      const { files, bytes, lsn } = await installCopy(fs, dataDir, untilAborted(answer, signal));
      log.info({ leader: url, files, bytes, lsn }, "the data of the leader is copied");
      return;
    } catch (error) {
      const { message } = error as Error;
      removeIncompleteCopy(fs, dataDir);
      signal.throwIfAborted();
      const isRefused = error instanceof LeaderRefuses && !PASSING.includes(error.status);
      const isFinal = isRefused || error instanceof StartRefused;
      if (isFinal || performance.now() > until) {
        const why = `The data of ${url} (follow.url) cannot be copied: ${message}`;
        throw new StartRefused(why, { cause: error });
      }
      if (message !== told)
        log.warn({ leader: url, problem: message }, "the leader does not send its data yet");
      told = message;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}
