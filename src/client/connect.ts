// A database on a server as a VectorDb: the methods of the one in this process, over REST, with nothing but `fetch`.
// The decision: a request to a server that is still starting is repeated as the specification has it (after 500 ms, 1,
// 2, 4 and 8 s). No other request is repeated, because only the caller knows whether a write may be done twice.
import { methodsOf } from "../embedded/methods.ts";
import {
  checkOptions,
  isCheckedLater,
  isFunction,
  isText,
  isVectorForm,
  type OptionsOf,
} from "../embedded/options.ts";
import type { CallOptions, Closeable, MethodsOf, Preferences, Values } from "../embedded/types.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { ImportReport } from "../schema/point-import.ts";
import { show } from "../schema/show.ts";
import { type ImportPointsRequest, importPoints } from "./import-points.ts";
import { resultOf, sentOf } from "./request.ts";
import { type ClientRow, ROUTES, type Route } from "./routes.ts";

export interface ConnectOptions extends Preferences {
  /** The address of the REST API, such as "http://127.0.0.1:6573". */
  readonly url: string;
  /** An access token, an API key, or the token that a login returned. */
  readonly token?: string;
  /** Sends the requests; the default is the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * Milliseconds that a call may take, including the time in which it waits for a server that is starting. Without it
   * there is no limit.
   */
  readonly timeoutMs?: number;
}

/** All methods of a VectorDb, and those that only a server has: logins, tokens, licenses, health. */
export type VectorDbClient<V extends Values = number[]> = MethodsOf<ClientRow, V> &
  Closeable & {
    /**
     * Imports any number of points from an iterable, some thousand in each request; `timeoutMs` applies to each
     * request.
     */
    importPoints(request: ImportPointsRequest, options?: CallOptions): Promise<ImportReport>;
    /** Logs in with the admin's password; later calls have the admin's permissions. */
    signIn(password: string): Promise<void>;
  };

const OPTIONS: OptionsOf = {
  call: "connect",
  main: "url",
  checks: {
    url: isCheckedLater,
    token: isText("an access token (leave it out where there is no authentication)"),
    fetch: isFunction,
    timeoutMs: (value: unknown) =>
      typeof value === "number" && value > 0 ? null : "milliseconds, more than 0",
    vectors: isVectorForm,
  } satisfies Record<keyof ConnectOptions, unknown>,
};

const FIRST_PAUSE_MS = 500;
const MAX_RETRIES = 5;

/** Waits. The promise is rejected with the signal's reason on an abort. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export type Connect = {
  (options: ConnectOptions & { readonly vectors: "float32" }): VectorDbClient<Float32Array>;
  (options: ConnectOptions): VectorDbClient;
};

/** @param pause waits for a time; tests bring their own */
export function connectWith(options: ConnectOptions, pause: Pause): VectorDbClient<Values> {
  checkOptions(OPTIONS, options);
  const { vectors = "array", timeoutMs } = options;
  const base = baseOf(options.url);
  const send = options.fetch ?? fetch;
  const closing = new AbortController();
  let { token } = options;
  const ask = async (route: Route, request: object, signal: AbortSignal): Promise<unknown> => {
    const { path, type, body } = sentOf(route, request);
    const headers: Record<string, string> = {};
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = type;
    const response = await send(base + path, { method: route.method, headers, body, signal });
    return resultOf(route, response, vectors);
  };
  const once = (route: Route, request: object, signal: AbortSignal | undefined) =>
    within(timeoutMs, signal, async (inTime) => {
      for (let retry = 0; ; retry++) {
        try {
          return await ask(route, request, inTime);
        } catch (error) {
          if (retry === MAX_RETRIES || !isStarting(error)) throw await readable(error, base, inTime);
        }
        await pause(FIRST_PAUSE_MS * 2 ** retry, inTime);
      }
    });
  const perform = (route: Route, request: object, signal: AbortSignal | undefined) =>
    route.isLines
      ? importPoints(request as ImportPointsRequest, (part) => once(route, part, signal))
      : once(route, request, signal);
  const methods = methodsOf(ROUTES, perform, async () => closing.abort());
  const signIn = async (password: string) => {
    const login = ROUTES.find(({ id }) => id === "login")!;
    ({ token } = (await perform(login, { password }, undefined)) as { token: string });
  };
  return { ...methods, signIn } as unknown as VectorDbClient<Values>;
}

/** @throws InvalidArgument for a text that is not an http or https URL */
function baseOf(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url.replace(/\/+$/, "");
  throw new InvalidArgument(
    `url: expected the address of a REST API such as "http://127.0.0.1:6573", got ${show(url)}`,
  );
}

function isStarting(error: unknown): boolean {
  return error instanceof VectorDbError && error.code === "ENGINE_NOT_INITIALIZED";
}

/**
 * Returns the error for a failed request: the reason of an abort as it is, otherwise one with the address and the
 * cause.
 */
async function readable(error: unknown, base: string, { aborted }: AbortSignal): Promise<unknown> {
  if (aborted || error instanceof VectorDbError) return error;
  return new VectorDbError("UNAVAILABLE", `No answer from ${base}: ${reasonOf(error)}`, { cause: error });
}

/** Returns the message of the innermost cause, or of the first of several, because `fetch` says only that it failed. */
function reasonOf(error: unknown): string {
  let { cause, message, code, errors } = error as Partial<FetchFailure>;
  while (cause !== undefined) ({ cause, message, code, errors } = cause);
  if (!message) ({ message, code } = errors?.[0] ?? {});
  const hint = code === "ECONNREFUSED" ? "; is the server running?" : "";
  return `${message ?? error}${hint}`;
}

interface FetchFailure {
  readonly message: string;
  readonly code?: string;
  readonly cause?: Partial<FetchFailure>;
  /** The errors of an AggregateError, one for each address of the host. Its own message is empty. */
  readonly errors?: readonly FetchFailure[];
}

/** Runs the work with a signal that is aborted with `signal`, or after the time limit. */
async function within<T>(
  timeoutMs: number | undefined,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const onAbort = () => control.abort(signal!.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const late = () =>
    control.abort(new VectorDbError("DEADLINE_EXCEEDED", `there was no answer within ${timeoutMs} ms`));
  const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs);
  try {
    return await work(control.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
