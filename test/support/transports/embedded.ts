// The services in this process, called like an edge does, without a network.
import { admit } from "../../../src/api/admit.ts";
import { invoke } from "../../../src/api/invoke.ts";
import type { Services } from "../../../src/api/operation.ts";
import type { ErrorCode } from "../../../src/errors/table.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import { Annotated } from "../../../src/schema/annotated.ts";
import { NATIVE_RULES } from "../../../src/schema/rules.ts";
import type { TestServer } from "../rest.ts";
import {
  asRead,
  type Headers,
  operationOf,
  Refused,
  resultFrom,
  resultWith,
  type Transport,
} from "./transport.ts";

const TERMS = { rules: NATIVE_RULES, extendedApi: true };

export class Embedded implements Transport {
  readonly name = "embedded";
  readonly #server: TestServer;
  readonly #services: Services;

  constructor(server: TestServer) {
    this.#server = server;
    this.#services = server.services;
  }

  async call(id: string, request: object, headers: Headers = {}): Promise<unknown> {
    const operation = operationOf(id);
    const { security, database } = this.#server;
    try {
      const admission = await admit(operation, callerWith(headers), security.access, TERMS);
      const read = asRead(operation, request);
      const found = await invoke(admission, this.#services, read, database.ready);
      return found instanceof Annotated ? resultWith(found.result, found.recall) : resultFrom(found);
    } catch (error) {
      if (error instanceof VectorDbError) throw new Refused(error.code, error.message);
      throw error;
    }
  }

  codesOf(code: ErrorCode): ErrorCode {
    return code;
  }

  close(): void {}
}

function callerWith(headers: Headers) {
  const bearer = headers.authorization?.replace("Bearer ", "");
  const credentials = [headers["api-key"], bearer].filter((one) => one !== undefined);
  return { surface: "rest", address: "127.0.0.1", isLocal: true, credentials, setupCode: null } as const;
}
