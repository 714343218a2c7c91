// HTTP requests with arbitrary headers, because fetch sets Host, Origin and Sec-Fetch-Site itself, and resolves paths.
import { type Agent, type IncomingHttpHeaders, request } from "node:http";

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Headers; an undefined one is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  /** An agent that keeps connections; without one each request has its own. */
  readonly agent?: Agent;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** @param base an address such as http://127.0.0.1:6573 */
export function rawRequest(base: string, asked: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const { method, path, headers = {}, body, agent } = asked;
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const options = {
      host: hostname.replace(/^\[|\]$/g, ""),
      port,
      method,
      path,
      agent,
      headers: { ...sent, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
    };
    const outgoing = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
