// Where each operation is found over HTTP: what a client has to know of the operation table, and nothing else.
// The decision: it is read off the table. The library's build puts the finished list in the place of this module, so that
// a client carries neither schemas nor services.
import type { Operation } from "../api/operation.ts";
import { type OperationRow, ROWS } from "../api/operations/index.ts";

export interface Route extends Pick<Operation, "id" | "success" | "failureShape"> {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** Fields that go into the query string. */
  readonly query: readonly string[];
  /** The body is lines of JSON: see import-points.ts. */
  readonly isLines: boolean;
}

/** Rows whose methods follow from their schemas: a body of lines is no request that a method could be given. */
export type ClientRow = Exclude<OperationRow, { success: "progress" }>;

export const ROUTES: readonly Route[] = ROWS.map(({ id, success, failureShape, rest, lines }) => ({
  isLines: lines !== null,
  id,
  success,
  failureShape,
  method: rest.method.toUpperCase(),
  path: rest.path,
  query: rest.query ?? [],
}));
