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
export async function requestOf<T>(server: Server, method: "GET" | "POST", path: string): Promise<T> {
  const url = new URL(`${server.url.pathname.replace(/\/$/, "")}${path}`, server.url);
  const text = await send(url, method, server.token).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.message || (cause.code ?? String(cause));
    throw new VectorDbError(
      "INTERNAL",
      `${server.url.origin} cannot be asked: ${why}; is the server running?`,
      {
        cause,
      },
    );
  });
  const answer = parsed(text) as { status?: unknown; result?: T } | null;
  if (answer?.status === "ok") return answer.result as T;
  const error = (answer?.status as { error?: unknown } | undefined)?.error;
  const message = typeof error === "string" ? error : `${url} answered: ${text.slice(0, 200)}`;
  throw new VectorDbError("INTERNAL", server.token === null ? withHint(message) : message);
}

/** Whoever has no credential may not know how to show one. */
function withHint(message: string): string {
  return message.startsWith("Invalid or missing authorization")
    ? `${message}; put an access token into AZIMUTH_TOKEN or a file that AZIMUTH_TOKEN_FILE names`
    : message;
}

function send(url: URL, method: string, token: string | null): Promise<string> {
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
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
    sent.end();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
