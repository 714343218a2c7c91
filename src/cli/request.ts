// One request to a running server, as the commands that need one send it.
// The decision: no limit on how long an answer takes, which `fetch` would set: a checkpoint of a large database takes
// minutes, and who gives up stops the command.
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { VectorDbError } from "../errors.ts";

/** A server, and what to show to it. */
export interface Server {
  readonly url: URL;
  /** An access token or the token of a login; null: nothing. */
  readonly token: string | null;
}

/** The result of an operation. @throws VectorDbError with what the server says, or why it cannot be asked */
export async function requestOf<T>(server: Server, method: Method, path: string): Promise<T> {
  const answer = await ask(server, method, path, null);
  if (answer.status === "ok") return answer.result as T;
  throw refusalIn(answer, server);
}

/** The answer of an operation whose result has no envelope. @throws VectorDbError like `requestOf` */
export async function requestBare<T>(
  server: Server,
  method: Method,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await ask(server, method, path, body ?? null);
  if (answer.status === undefined) return answer as T;
  throw refusalIn(answer, server);
}

type Method = "GET" | "POST";
type Answer = Readonly<Record<string, unknown>>;

/** @throws VectorDbError when there is no answer that can be understood */
async function ask(server: Server, method: Method, path: string, body: object | null): Promise<Answer> {
  const url = new URL(`${server.url.pathname.replace(/\/$/, "")}${path}`, server.url);
  const sent = body === null ? null : JSON.stringify(body);
  const text = await send(url, method, server.token, sent).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.message || (cause.code ?? String(cause));
    throw new VectorDbError(
      "INTERNAL",
      `${server.url.origin} cannot be asked: ${why}; is the server running?`,
      {
        cause,
      },
    );
  });
  const answer = parsed(text);
  if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return answer as Answer;
  throw new VectorDbError("INTERNAL", `${url} answered: ${text.slice(0, 200)}`);
}

/** What either kind of envelope says. */
function refusalIn(answer: Answer, { url, token }: Server): VectorDbError {
  const error = (answer.status as { error?: unknown } | undefined)?.error ?? answer.message;
  const message =
    typeof error === "string" ? error : `${url} answered: ${JSON.stringify(answer).slice(0, 200)}`;
  return new VectorDbError("INTERNAL", token === null ? withHint(message) : message);
}

/** Whoever has no credential may not know how to show one. */
function withHint(message: string): string {
  return message.startsWith("Invalid or missing authorization")
    ? `${message}; put an access token into AZIMUTH_TOKEN or a file that AZIMUTH_TOKEN_FILE names`
    : message;
}

function send(url: URL, method: string, token: string | null, body: string | null): Promise<string> {
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== null && { "content-type": "application/json" }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body ?? undefined);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
