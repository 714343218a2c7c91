// Errors of servers that share one log.
import { VectorDbError } from "./vector-db-error.ts";

/** The engine that keeps the log of the cluster does not answer. Whether a write is in the log is not known. */
export class LogUnavailable extends VectorDbError {
  constructor(why: string, options?: ErrorOptions) {
    super(
      "LOG_UNAVAILABLE",
      `The log of the cluster cannot be reached: ${why}; a write may be done all the same, so read it before you repeat it`,
      options,
    );
  }
}

/** The log has other entries than this server has applied. */
export class LogForked extends VectorDbError {
  constructor(why: string) {
    super("LOG_FORKED", `The log of the cluster has other entries than this server has applied: ${why}`);
  }
}

/** The log no longer has the entries that this server needs. */
export class LogTrimmed extends VectorDbError {
  constructor(needed: number, first: number) {
    super(
      "LOG_TRIMMED",
      `The log of the cluster begins with entry ${first}, and this server needs entry ${needed}: ` +
        "empty its data directory, so that it begins with the newest checkpoint",
    );
  }
}

/** Other servers changed the same data again and again between the reading and the writing of this write. */
export class WriteConflict extends VectorDbError {
  constructor(attempts: number) {
    super(
      "WRITE_CONFLICT",
      `The write depends on data that other servers of the cluster changed meanwhile, ${attempts} times in a row; nothing was written, try again`,
    );
  }
}

/** A server of another version has set the shared parameters. */
export class SharedParamsUnreadable extends VectorDbError {
  constructor(cause: Error) {
    super(
      "INTERNAL",
      `The access rights, licenses and models of the cluster cannot be read: ${cause.message}. ` +
        "A server of another version has set them: run the same version on all servers",
      { cause },
    );
  }
}

/** A checkpoint of the cluster is not as it was stored. */
export class CheckpointDamaged extends VectorDbError {
  constructor(name: string, why: string) {
    super("INTERNAL", `The checkpoint ${name} is damaged: ${why}`);
  }
}
