// Errors of a command line: an invalid flag, argument or setting.
// The decision: these errors have their own class and exit code, because a retry never helps; systemd and scripts see
// only the exit code. Code that throws one of these errors has changed nothing.
import { InvalidArgument } from "./invalid-argument.ts";
import { StartRefused } from "./server.ts";
import { VectorDbError } from "./vector-db-error.ts";

/** A flag or an argument of a command. */
export class WrongUsage extends InvalidArgument {}

/** Settings, wherever they are from. */
export class WrongSettings extends StartRefused {}

/** A server that ran cannot go on. */
export class ServerFailed extends VectorDbError {
  constructor(message: string, options?: ErrorOptions) {
    super("INTERNAL", message, options);
  }
}

export const EXIT_CODES = { done: 0, refused: 1, usage: 2, partly: 3, failed: 70, forced: 130 } as const;

/** @param outcome what a command came to: whether all is well, an exit code, or what it threw */
export function exitCodeOf(outcome: unknown): number {
  if (typeof outcome === "number") return outcome;
  if (outcome instanceof WrongUsage || outcome instanceof WrongSettings) return EXIT_CODES.usage;
  if (outcome instanceof ServerFailed) return EXIT_CODES.failed;
  return outcome === true ? EXIT_CODES.done : EXIT_CODES.refused;
}
