// Sends a request to a running server.
// The decision: the time of a response is not limited, as `fetch` would do: a checkpoint of a large database takes
// minutes, and a user can stop the command.
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { ERROR_CODE_HEADER } from "../../errors/request.ts";
import { HTTP_OK } from "../../errors/table.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { parseExact, writePlain } from "../../json/plain.ts";

/** A server, and the credential for it. */
export interface Server {
  readonly url: URL;
  /** An access token or the token of a login; null: none. */
  readonly token: string | null;
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns the result of an operation.
 * @throws VectorDbError with the server's error, or why the server cannot be reached
 */
export async function requestOf<T>(server: Server, method: Method, path: string, body?: object): Promise<T> {
  return (await requestWhole<{ result: T }>(server, method, path, body)).result;
}

/** Returns the result of an operation with what stands beside it. @throws VectorDbError like `requestOf` */
export async function requestWhole<T>(
  server: Server,
  method: Method,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await ask(server, method, path, body ?? null);
  if (answer.status === "ok") return answer as T;
  throw refusalIn(answer, server);
}

/** Returns the response of an operation whose result has no envelope. @throws VectorDbError like `requestOf` */
export async function requestBare<T>(
  server: Server,
  method: Method,
  path: string,
  body?: object,
): Promise<T> {
  return (await ask(server, method, path, body ?? null)) as T;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Answer = Readonly<Record<string, unknown>>;

/** The response of a server, whatever it is. */
interface Exchanged {
  readonly isDone: boolean;
  /** The code of the server's error; null: it is no error, or it is from a proxy. */
  readonly code: string | null;
  readonly bytes: Buffer;
}

/** Codes of Node for a certificate whose issuer it does not know. */
const UNKNOWN_ISSUER = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

/** The server cannot be reached. */
export class Unreachable extends VectorDbError {
  constructor({ url }: Server, cause: NodeJS.ErrnoException) {
    const why = cause.message || (cause.code ?? String(cause));
    const isUnknown = UNKNOWN_ISSUER.includes(cause.code ?? "");
    const hint = isUnknown ? "set NODE_EXTRA_CA_CERTS=ca.pem to trust its issuer" : "is the server running?";
    super("INTERNAL", `${url.origin} cannot be asked: ${why}; ${hint}`, { cause });
  }
}

export class Refused extends VectorDbError {
  /** The code that the server gave it. */
  readonly serverCode: string | null;

  constructor(message: string, serverCode: string | null) {
    super("INTERNAL", message);
    this.serverCode = serverCode;
  }
}

/** Sends a body unchanged. @throws Unreachable */
export async function exchange(
  server: Server,
  method: Method,
  path: string,
  body: Body | null,
): Promise<Exchanged> {
  const response = await begin(server, method, path, body);
  return collected(response).catch((cause) => {
    throw new Unreachable(server, cause);
  });
}

/**
 * Requests a response of any length.
 * @returns its bytes, whose reading fails if the connection ends before the response is complete
 * @throws VectorDbError like `requestOf`
 */
export async function download(server: Server, path: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await begin(server, "GET", path, null);
  if (response.statusCode !== HTTP_OK) throw refusalOf(await collected(response), server);
  return untilComplete(response, server);
}

async function* untilComplete(response: IncomingMessage, { url }: Server): AsyncGenerator<Uint8Array> {
  try {
    yield* response;
  } catch (cause) {
    const why = (cause as Error).message;
    throw new VectorDbError("INTERNAL", `${url.origin} did not send all of it: ${why}; try again`, { cause });
  }
}

interface Body {
  readonly type: string;
  readonly text: string;
}

/** Returns the error for a refused request. */
export function refusalOf({ bytes, code }: Exchanged, server: Server): VectorDbError {
  const answer = parsed(bytes.toString());
  if (typeof answer === "object" && answer !== null) return refusalIn(answer as Answer, server, code);
  return new Refused(`${server.url.origin} answered: ${bytes.toString("utf8", 0, 200)}`, code);
}

/** @throws VectorDbError if the response is not that of a server */
async function ask(server: Server, method: Method, path: string, body: object | null): Promise<Answer> {
  const sent = body === null ? null : { type: "application/json", text: writePlain(body) };
  const exchanged = await exchange(server, method, path, sent);
  const answer = parsed(exchanged.bytes.toString());
  if (typeof answer !== "object" || answer === null) throw refusalOf(exchanged, server);
  if (!exchanged.isDone) throw refusalIn(answer as Answer, server, exchanged.code);
  return answer as Answer;
}

/** Returns the error in either kind of envelope. */
function refusalIn(answer: Answer, { url, token }: Server, code: string | null = null): VectorDbError {
  const error = (answer.status as { error?: unknown } | undefined)?.error ?? answer.message;
  const message =
    typeof error === "string" ? error : `${url.origin} answered: ${JSON.stringify(answer).slice(0, 200)}`;
  return new Refused(withHint(message, token), code);
}

/** Adds a hint to errors about credentials and about the authentication switch. */
function withHint(message: string, token: string | null): string {
  if (message.startsWith("API key management API requires")) return `${message}; azimuth auth enable sets it`;
  return token === null && message === "Invalid or missing authorization token"
    ? `${message}; put an access token into AZIMUTH_TOKEN or a file that AZIMUTH_TOKEN_FILE names, or log in: ` +
        "export AZIMUTH_TOKEN=$(azimuth auth login)"
    : message;
}

/** Sends a request. @returns the response when its headers have come @throws Unreachable */
function begin(server: Server, method: string, path: string, body: Body | null): Promise<IncomingMessage> {
  const { token, headers: others } = server;
  const url = new URL(`${server.url.pathname.replace(/\/$/, "")}${path}`, server.url);
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  const headers = {
    ...others,
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== null && { "content-type": body.type }),
  };
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method, headers }, resolve);
    sent.on("error", reject);
    sent.end(body?.text);
  });
  return response.catch((cause) => {
    throw new Unreachable(server, cause);
  });
}

async function collected(response: IncomingMessage): Promise<Exchanged> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const code = response.headers[ERROR_CODE_HEADER];
  const isDone = response.statusCode === HTTP_OK;
  return { isDone, code: typeof code === "string" ? code : null, bytes: Buffer.concat(chunks) };
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return null;
  }
}
