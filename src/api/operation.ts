// What an operation is: one row of the table that REST routes, gRPC handlers, OpenAPI, validation and permissions are
// all made from. Adding an operation means a schema, a row and a service method, and nothing else.
import type { Static, TSchema } from "typebox";
import type { Rules } from "../schema/rules.ts";
import type { CollectionsService } from "../service/collections.ts";
import type { PointsService } from "../service/points.ts";
import type { SearchService } from "../service/search.ts";
import type { ServerService } from "../service/server.ts";
import type { SnapshotsService } from "../service/snapshots.ts";
import type { UpkeepService } from "../service/upkeep.ts";

export interface Services {
  readonly server: ServerService;
  readonly collections: CollectionsService;
  readonly points: PointsService;
  readonly search: SearchService;
  readonly snapshots: SnapshotsService;
  readonly upkeep: UpkeepService;
}

/** Independent bits; `none` needs no credential at all, `read_admin` both bits, `admin_jwt` that of a login. */
export type Permission = "none" | "read" | "write" | "admin" | "read_admin" | "admin_jwt";

/**
 * `core` is the envelope {usage, time, status, result}; `bare` is the result itself; `text` a line of plain text;
 * `metrics` lines for Prometheus, `file` the bytes of a file.
 */
export type SuccessShape = "core" | "bare" | "text" | "metrics" | "file";

export interface RestRoute {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** With parameters in braces, named like fields of the request. */
  readonly path: string;
  /** Fields of the request that come from the query string. */
  readonly query?: readonly string[];
}

export interface Operation<Request extends TSchema = TSchema, Result extends TSchema = TSchema> {
  readonly id: string;
  readonly permission: Permission;
  readonly rest: RestRoute;
  readonly success: SuccessShape;
  /** One of the specification's groups that the native dialect answers with 501 unless `extended_api` is set. */
  readonly extended: boolean;
  /** Answered also while the log is being replayed. */
  readonly always: boolean;
  /** May take minutes: the connection is not cut meanwhile. */
  readonly lasting: boolean;
  /** The public text of an unforeseen failure. */
  readonly failure: string;
  /** Path, query and body fields in one object. */
  readonly request: Request;
  readonly result: Result;
  /** Absent: the operation is known but not built, and answers NOT_IMPLEMENTED. */
  readonly run?: (services: Services, request: Static<Request>, rules: Rules) => Promise<Static<Result>>;
}

type Optional = "success" | "extended" | "always" | "lasting";
type Row<Q extends TSchema, R extends TSchema> = Omit<Operation<Q, R>, Optional> &
  Partial<Pick<Operation, Optional>>;

/** Makes a row: fills in what most rows have in common. */
export function operation<Q extends TSchema, R extends TSchema>(row: Row<Q, R>): Operation {
  return { success: "core", extended: false, always: false, lasting: false, ...row } as unknown as Operation;
}
