// Connects the parameters of a server with the log of its cluster.
// The decision: what cannot be decrypted was written by another cluster, whose data this one has begun with, and counts
// as nothing. What can be decrypted and not be read was written by another version; it is never replaced.
import type { Database } from "../core/database/database.ts";
import { LogUnavailable, SharedParamsUnreadable, WriteConflict } from "../errors/cluster.ts";
import { StartRefused } from "../errors/server.ts";
import type { Logger } from "../log/logger.ts";
import { type Clock, waitFor } from "../scheduling/clock.ts";
import { DocumentCipher } from "../storage/node-document-cipher.ts";
import type { ServerParams, SharedParamsLog } from "../storage/server-params.ts";
import { parseShared, type SharedParams } from "../storage/shared-params.ts";

type SharedDatabase = Pick<Database, "parameters" | "changeParameters">;

/** How long a start waits before it tries again to reach the log. */
const RETRY_MS = 1_000;

class ClusterParams implements SharedParamsLog {
  onSet: (shared: SharedParams) => void = () => {};
  readonly #database: SharedDatabase;
  readonly #cipher: DocumentCipher;

  constructor(database: SharedDatabase, secret: string, log: Pick<Logger, "error">) {
    this.#database = database;
    this.#cipher = new DocumentCipher(secret);
    database.parameters.onSet = () => {
      try {
        const shared = this.current();
        if (shared !== null) this.onSet(shared);
      } catch (err) {
        log.error({ err }, "what the cluster has set could not be taken over");
      }
    };
  }

  /** @throws SharedParamsUnreadable */
  current(): SharedParams | null {
    const { saved } = this.#database.parameters;
    const text = saved === null ? null : this.#cipher.decrypt(saved.document);
    if (text === null) return null;
    try {
      return parseShared(text);
    } catch (error) {
      throw new SharedParamsUnreadable(error as Error);
    }
  }

  async change(make: () => SharedParams | null): Promise<void> {
    await this.#database.changeParameters(() => {
      this.current();
      const shared = make();
      return shared === null ? null : this.#cipher.encrypt(JSON.stringify(shared));
    });
  }
}

interface JoiningParts {
  readonly params: ServerParams;
  /** It has applied the log. */
  readonly database: SharedDatabase;
  /** That of the log. */
  readonly secret: string;
  /** Whether it was never in the cluster before. */
  readonly isNew: boolean;
  readonly clock: Clock;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  /** Does what needs the parameters that count. */
  readonly settle: () => Promise<void>;
}

/**
 * Makes a server share its parameters with its cluster, before it answers requests. It tries until the log can be
 * reached, or the server stops.
 * @throws StartRefused if another version has set them, what `settle` throws
 */
export async function joinParams(
  { params, database, secret, isNew, clock, log, settle }: JoiningParts,
  isClosing: () => boolean,
): Promise<void> {
  const shared = new ClusterParams(database, secret, log);
  while (!isClosing()) {
    try {
      const isReplaced = await params.join(shared);
      if (isReplaced && isNew)
        log.info("access rights, licenses and models are those of the cluster; others are given up");
      return await settle();
    } catch (err) {
      if (err instanceof SharedParamsUnreadable) throw new StartRefused(err.message, { cause: err });
      if (!(err instanceof LogUnavailable || err instanceof WriteConflict)) throw err;
      log.warn({ err }, "the parameters of the cluster cannot be settled yet");
      await waitFor(clock, RETRY_MS, new AbortController().signal);
    }
  }
}
