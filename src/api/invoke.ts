// Runs an operation: the only way from an edge to a service. It checks the admission, the state of the engine, whether
// the operation is available, and the request, and then calls the service.
// The decision: every edge passes a plain object and gets a result or a VectorDbError. This file decides what a failure
// may say to clients; its cause stays attached for the log.

import { KnownFailure } from "../errors/failures.ts";
import { fileFailureOf } from "../errors/files.ts";
import { EngineNotInitialized, NotImplemented } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import { SerialQueue } from "../scheduling/serial-queue.ts";
import { startInSlices } from "../scheduling/slices.ts";
import type { Admission } from "./admit.ts";
import type { Operation, Services } from "./operation.ts";
import { isSearch, isWrite, withinTime, withSearchLimit } from "./time-limit.ts";
import { validatorOf } from "./validate.ts";

/**
 * Returns or throws at once what is there at once: each promise takes as long as a small step.
 * @param ready whether the log has been replayed
 * @param tell called with the names of ignored fields, if there are any
 */
export function invoke(
  admission: Admission,
  services: Services,
  request: object,
  ready: boolean,
  tell?: (ignored: readonly string[]) => void,
): MaybePromise<unknown> {
  const { operation, rules, isOpen } = admission;
  if (!ready && !operation.always) throw new EngineNotInitialized();
  if (!operation.run || !isOpen) throw notImplemented(operation);
  if (operation.changesData) services.replication.ensureLeads();
  const check = validatorOf(operation)(request, rules.unknownFields, rules.aliases);
  const checked = isWrite(operation)
    ? queueOf(services).runAtOnce(() => startInSlices(check))
    : startInSlices(check);
  return andThen(checked, (ignored) => {
    if (ignored.length > 0) tell?.(ignored);
    return performed(admission, services, request);
  });
}

/** Calls the service. @throws VectorDbError, whatever its failure is */
function performed(admission: Admission, services: Services, request: object): MaybePromise<unknown> {
  const { operation, rules, searchMs } = admission;
  const run = operation.run!;
  const attempt = () =>
    isWrite(operation)
      ? run(services, request, rules, withSearchLimit(searchMs, admission))
      : withinTime(isSearch(operation) ? searchMs : 0, admission, (admitted) =>
          run(services, request, rules, admitted),
        );
  const fail = (error: unknown): never => {
    throw publicError(operation, error);
  };
  const failOrLearn = (error: unknown) =>
    mayExistElsewhere(operation, services, error)
      ? learned(attempt, services, error).catch(fail)
      : fail(error);
  try {
    const result = attempt();
    return result instanceof Promise ? result.catch(failOrLearn) : result;
  } catch (error) {
    return failOrLearn(error);
  }
}

/** Whether an error says that something does not exist, which another server of the cluster may have created. */
function mayExistElsewhere({ lines }: Operation, { replication }: Services, error: unknown): boolean {
  return error instanceof VectorDbError && error.code === "NOT_FOUND" && !lines && replication.isShared;
}

/**
 * Attempts again, if this server has applied what others have written: a client that has created a collection on one
 * server finds it on all.
 */
async function learned(
  attempt: () => MaybePromise<unknown>,
  services: Services,
  error: unknown,
): Promise<unknown> {
  if (!(await services.replication.learnsMore())) throw error;
  return attempt();
}

const queues = new WeakMap<Services, SerialQueue>();

/** Returns the queue that keeps the order of writes which a caller starts without waiting; reads have no order. */
function queueOf(services: Services): SerialQueue {
  const queue = queues.get(services) ?? new SerialQueue();
  queues.set(services, queue);
  return queue;
}

/**
 * Returns the error for the client. Errors with a public text stay as they are. A known reason is appended to the
 * failure text of the operation; an unexpected error shows the failure text alone.
 */
export function publicError({ failure }: Operation, error: unknown): VectorDbError {
  if (error instanceof KnownFailure) {
    return new VectorDbError(error.code, `${failure}: ${error.message}`, { cause: error.cause ?? error });
  }
  if (error instanceof VectorDbError && (error.code !== "INTERNAL" || error.message === failure))
    return error;
  const known = fileFailureOf(error);
  if (known) return new VectorDbError(known.code, `${failure}: ${known.message}`, { cause: error });
  return new VectorDbError("INTERNAL", failure, { cause: error });
}

function notImplemented({ rest, run }: Operation): NotImplemented {
  const what = `${rest.method.toUpperCase()} ${rest.path}`;
  if (!run) return new NotImplemented(what);
  return new NotImplemented(
    `${what}; the setting extended_api (AZIMUTH_EXTENDED_API=true) opens it, as does azimuth serve --extended-api; ` +
      "the console and clients of Qdrant (--qdrant-port) have it in any case",
  );
}
