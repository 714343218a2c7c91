// The library's client: what a program writes, through its methods.
import { connect } from "../../../src/client/index.ts";
import { type ErrorCode, VectorDbError } from "../../../src/errors.ts";
import { parseExact } from "../../../src/json/plain.ts";
import { RawJson } from "../../../src/schema/leaf.ts";
import type { TestServer } from "../rest.ts";
import { type Headers, Refused, resultFrom, type Transport } from "./transport.ts";

type Methods = Readonly<Record<string, (request: object) => Promise<unknown>>>;

export class OverClient implements Transport {
  readonly name = "client";
  readonly isPlain = true;
  readonly #server: TestServer;

  constructor(server: TestServer) {
    this.#server = server;
  }

  async call(id: string, request: object, headers: Headers = {}): Promise<unknown> {
    const client = connect({
      url: this.#server.url,
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } }),
    });
    try {
      return resultFrom(await (client as unknown as Methods)[id]!(plain(request) as object));
    } catch (error) {
      if (error instanceof VectorDbError) throw new Refused(error.code, error.message);
      throw error;
    } finally {
      await client.close();
    }
  }

  codesOf(code: ErrorCode): ErrorCode {
    return code;
  }

  close(): void {}
}

/** Payloads as objects. */
function plain(value: unknown): unknown {
  if (value instanceof RawJson) return parseExact(new TextDecoder().decode(value.bytes));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
