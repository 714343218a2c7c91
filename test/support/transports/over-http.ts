// Requests over HTTP: method, path, query and body follow from the operation's row.

import type { Operation } from "../../../src/api/operation.ts";
import { type ErrorCode, HTTP_OK, kindOf, QDRANT_ERRORS } from "../../../src/errors/table.ts";
import { takesBody } from "../../../src/http/body.ts";
import { writeJson } from "../../../src/json/writer.ts";
import { AS_QDRANT, type TestServer } from "../rest.ts";
import { type Headers, operationOf, Refused, resultIn, resultWith, type Transport } from "./transport.ts";

type Fields = Record<string, unknown>;

interface Answer {
  readonly result: unknown;
  readonly recall?: unknown;
  readonly status?: { readonly error: string };
  readonly message: string;
}

export class OverHttp implements Transport {
  readonly name: string;
  readonly #server: TestServer;
  readonly #headers: Headers;

  constructor(server: TestServer, dialect: "native" | "qdrant" = "native") {
    this.name = dialect === "native" ? "REST" : "REST as Qdrant";
    this.#server = server;
    this.#headers = dialect === "native" ? {} : AS_QDRANT;
  }

  async call(id: string, request: object, headers: Headers = {}): Promise<unknown> {
    const operation = operationOf(id);
    const { path, body } = parted(operation, request as Fields);
    const all = { ...this.#headers, ...headers };
    const method = operation.rest.method.toUpperCase();
    const { status, text } = await this.#server.call(method, path, body, all);
    if (operation.success === "text" || operation.success === "metrics") return text;
    const answer = resultIn(text) as Answer;
    if (status !== HTTP_OK) throw new Refused(status, answer.status?.error ?? answer.message);
    if (operation.success === "bare") return answer;
    const { result, recall } = answer;
    return recall === undefined ? result : resultWith(result, recall);
  }

  codesOf(code: ErrorCode): number {
    return kindOf(code).http;
  }

  close(): void {}
}

/** Divides the fields of a request into path, query and body. */
function parted(operation: Operation, request: Fields): { path: string; body: string | undefined } {
  const { rest } = operation;
  const left = { ...request };
  const take = (name: string) => {
    const value = left[name];
    delete left[name];
    return encodeURIComponent(typeof value === "string" ? value : writeJson(value));
  };
  const path = rest.path.replace(/\{(\w+)\}/g, (_, name) => take(name));
  const query = (rest.query ?? []).filter((name) => name in left).map((name) => `${name}=${take(name)}`);
  const body = takesBody(operation) ? writeJson(left) : undefined;
  if (body === undefined && Object.keys(left).length > 0)
    throw new Error(`${operation.id} takes no body, got ${writeJson(left)}`);
  return { path: query.length > 0 ? `${path}?${query.join("&")}` : path, body };
}

/** Returns the gRPC statuses that correspond to an HTTP status in the qdrant dialect. */
export function grpcCodesOf(http: unknown): number[] {
  return Object.values(QDRANT_ERRORS)
    .filter((kind) => kind.http === http)
    .map((kind) => kind.grpc);
}
