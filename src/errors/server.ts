// Refusals that depend on the state of the server, not on the request's contents.
import { VectorDbError } from "./vector-db-error.ts";

export class EngineNotInitialized extends VectorDbError {
  constructor() {
    super("ENGINE_NOT_INITIALIZED", "Engine not initialized");
  }
}

export class BodyTooLarge extends VectorDbError {
  constructor(limitBytes: number) {
    super(
      "BODY_TOO_LARGE",
      `Request body is larger than the limit of ${limitBytes} bytes; send smaller batches`,
    );
  }
}

export class TooManyRequests extends VectorDbError {
  /** @param what is waiting already, as in "searches are waiting" */
  constructor(what: string) {
    super("TOO_MANY_REQUESTS", `Too many ${what}; try again in a moment`);
  }
}

export class BackupUnderWay extends VectorDbError {
  constructor() {
    super(
      "TOO_MANY_REQUESTS",
      "Another backup is being downloaded, and there is disk space for one copy at a time; try again when it is complete",
    );
  }
}

export class NotImplemented extends VectorDbError {
  constructor(what: string) {
    super("NOT_IMPLEMENTED", `Not implemented: ${what}`);
  }
}

/** The server will not start on this data directory or configuration; the message says what to do about it. */
export class StartRefused extends VectorDbError {
  constructor(message: string, options?: ErrorOptions) {
    super("START_REFUSED", message, options);
  }
}
