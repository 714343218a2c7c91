// One request to a running server, as the commands that need one send it.
// The decision: no limit on how long an answer takes, which `fetch` would set: a checkpoint of a large database takes
// minutes, and who gives up stops the command.
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { VectorDbError } from "../errors.ts";

/** The result of an operation. @throws VectorDbError with what the server says, or why it cannot be asked */
export async function requestOf<T>(server: URL, method: "GET" | "POST", path: string): Promise<T> {
  const url = new URL(`${server.pathname.replace(/\/$/, "")}${path}`, server);
  const text = await send(url, method).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.message || (cause.code ?? String(cause));
    throw new VectorDbError("INTERNAL", `${server.origin} cannot be asked: ${why}; is the server running?`, {
      cause,
    });
  });
  const answer = parsed(text) as { status?: unknown; result?: T } | null;
  if (answer?.status === "ok") return answer.result as T;
  const error = (answer?.status as { error?: unknown } | undefined)?.error;
  throw new VectorDbError(
    "INTERNAL",
    typeof error === "string" ? error : `${url} answered: ${text.slice(0, 200)}`,
  );
}

function send(url: URL, method: string): Promise<string> {
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method }, (response) => {
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
