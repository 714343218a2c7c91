// One way to the operations of a server: in this process, over HTTP, or over gRPC. What is asked and what is answered are
// the same plain objects everywhere, so a case is written once.

import type { Operation } from "../../../src/api/operation.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import type { ErrorCode } from "../../../src/errors/table.ts";
import { readJson } from "../../../src/json/reader.ts";
import { compileShape, EXACT } from "../../../src/json/shape.ts";
import { writeJson } from "../../../src/json/writer.ts";

export interface Transport {
  readonly name: string;
  /** Results are what a program gets: 5.0 is 5 there. */
  readonly isPlain?: boolean;
  /**
   * @param request path, query and body fields in one object
   * @param headers such as `authorization` and `api-key`
   * @returns the result, as {@link resultFrom} gives it @throws Refused
   */
  call(operation: string, request: object, headers?: Headers): Promise<unknown>;
  /** What errors of these codes can show up as. */
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

/** A request as services take it: vectors packed, payloads as bytes. */
export function asRead({ request: schema }: Operation, request: object): object {
  return readJson(Buffer.from(writeJson(request)), compileShape(schema)) as object;
}

/** A result as what JSON says of it, in which 5 and 5.0 are told apart and integers are exact. */
export function resultFrom(result: unknown): unknown {
  return resultIn(writeJson(result));
}

export function resultIn(json: string): unknown {
  return readJson(Buffer.from(json), EXACT);
}
