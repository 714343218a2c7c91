// One way to call the operations of a server: in this process, over HTTP, or over gRPC. Requests and results are the
// same plain objects everywhere, so a case is written once.

import type { Operation } from "../../../src/api/operation.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import type { ErrorCode } from "../../../src/errors/table.ts";
import { readJson } from "../../../src/json/reader.ts";
import { compileShape, EXACT } from "../../../src/json/shape.ts";
import { writeJson } from "../../../src/json/writer.ts";
import { Annotated } from "../../../src/schema/annotated.ts";

export interface Transport {
  readonly name: string;
  /** Whether results are those of a program, which reads 5.0 as 5. */
  readonly isPlain?: boolean;
  /**
   * @param request path, query and body fields in one object
   * @param headers such as `authorization` and `api-key`
   * @returns the result, as {@link resultFrom} returns it; with a recall beside it, both @throws Refused
   */
  call(operation: string, request: object, headers?: Headers): Promise<unknown>;
  /** Returns how this transport shows an error code. */
  codesOf(code: ErrorCode): unknown;
  close(): void;
}

export type Headers = Readonly<Record<string, string>>;

/** An error as a transport shows it. */
export class Refused extends Error {
  readonly code: unknown;

  constructor(code: unknown, message: string) {
    super(message);
    this.code = code;
  }
}

const BY_ID = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

export function operationOf(id: string): Operation {
  const operation = BY_ID.get(id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
}

/** Converts a request to the form of services: packed vectors, payloads as bytes. */
export function asRead({ request: schema }: Operation, request: object): object {
  return readJson(Buffer.from(writeJson(request)), compileShape(schema)) as object;
}

/** Converts a result to its JSON value, in which 5 and 5.0 differ and integers are exact. */
export function resultFrom(result: unknown): unknown {
  return resultIn(writeJson(result instanceof Annotated ? result.result : result));
}

/** @param recall undefined: none stands beside the result */
export function resultWith(result: unknown, recall: unknown): unknown {
  return resultFrom(recall === undefined ? result : { result, recall });
}

export function resultIn(json: string): unknown {
  return readJson(Buffer.from(json), EXACT);
}
