// Calls through the methods of the library, in this process and through its client.
import { connect } from "../../../src/client/index.ts";
import { unlistedRecall } from "../../../src/embedded/beside.ts";
import type { Closeable } from "../../../src/embedded/types.ts";
import { SHARED_ROWS, vectorDbOf } from "../../../src/embedded/vector-db.ts";
import type { ErrorCode } from "../../../src/errors/table.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import { parseExact } from "../../../src/json/plain.ts";
import { RawJson } from "../../../src/schema/leaf.ts";
import type { TestServer } from "../rest.ts";
import { Embedded } from "./embedded.ts";
import { type Headers, Refused, resultWith, type Transport } from "./transport.ts";

type Methods = Readonly<Record<string, (request: object) => Promise<unknown>>>;

abstract class OverMethods implements Transport {
  abstract readonly name: string;
  readonly isPlain = true;

  /** Returns the object with the methods, for one call. */
  protected abstract database(headers: Headers): Closeable;

  async call(id: string, request: object, headers: Headers = {}): Promise<unknown> {
    const database = this.database(headers);
    try {
      const result = await (database as unknown as Methods)[id]!(plain(request) as object);
      return resultWith(result, unlistedRecall(result));
    } catch (error) {
      if (error instanceof VectorDbError) throw new Refused(error.code, error.message);
      throw error;
    } finally {
      await database.close();
    }
  }

  codesOf(code: ErrorCode): ErrorCode {
    return code;
  }

  close(): void {}
}

export class OverClient extends OverMethods {
  readonly name = "client";
  readonly #url: string;

  constructor({ url }: TestServer) {
    super();
    this.#url = url;
  }

  protected database(headers: Headers): Closeable {
    return connect({
      url: this.#url,
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } }),
    });
  }
}

/**
 * Calls through the library. Operations that only a server has, or that depend on the caller, are called as an edge
 * does.
 */
export class OverLibrary extends OverMethods {
  readonly name = "library";
  readonly #server: TestServer;
  readonly #edge: Embedded;

  constructor(server: TestServer) {
    super();
    this.#server = server;
    this.#edge = new Embedded(server);
  }

  override call(id: string, request: object, headers: Headers = {}): Promise<unknown> {
    const isShared = SHARED_ROWS.some((row) => row.id === id) && !this.#server.security.access.authEnabled;
    return isShared ? super.call(id, request, headers) : this.#edge.call(id, request, headers);
  }

  protected database(): Closeable {
    return vectorDbOf({ services: this.#server.services, release: async () => {}, defer: setImmediate });
  }
}

/** Returns payloads as objects. */
function plain(value: unknown): unknown {
  if (value instanceof RawJson) return parseExact(new TextDecoder().decode(value.bytes));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
