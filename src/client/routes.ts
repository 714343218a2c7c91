// The HTTP routes of all operations, which is all that a client needs of the operation table.
// The decision: the list is derived from the table. The library's build replaces this module by the finished list, so a
// client contains neither schemas nor services.
import type { Operation } from "../api/operation.ts";
import { type OperationRow, ROWS } from "../api/operations/index.ts";

export interface Route extends Pick<Operation, "id" | "success" | "failureShape"> {
  readonly method: string;
  /** The path, with parameters in braces. */
  readonly path: string;
  /** The fields that go into the query string. */
  readonly query: readonly string[];
  /** True if the body is lines of JSON, see import-points.ts. */
  readonly isLines: boolean;
}

/** Rows whose methods follow from their schemas. A method cannot take a body of lines as a request. */
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
