// What an operation is: one row of the table that REST routes, gRPC handlers, OpenAPI, validation and permissions are
// all made from. Adding an operation means a schema, a row and a service method, and nothing else.
import type { Static, TSchema } from "typebox";
import type { ErrorCode } from "../errors.ts";
import type { Rules } from "../schema/rules.ts";
import type { AliasesService } from "../service/aliases.ts";
import type { CollectionsService } from "../service/collections.ts";
import type { FieldIndexesService } from "../service/field-indexes.ts";
import type { InsightsService } from "../service/insights.ts";
import type { PointsService } from "../service/points.ts";
import type { QueryService } from "../service/query.ts";
import type { ScrollService } from "../service/scroll.ts";
import type { SearchService } from "../service/search.ts";
import type { ServerService } from "../service/server.ts";
import type { SnapshotsService } from "../service/snapshots.ts";
import type { UpkeepService } from "../service/upkeep.ts";

export interface Services {
  readonly server: ServerService;
  readonly collections: CollectionsService;
  readonly aliases: AliasesService;
  readonly fieldIndexes: FieldIndexesService;
  readonly points: PointsService;
  readonly query: QueryService;
  readonly insights: InsightsService;
  readonly scroll: ScrollService;
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
  /** What it may fail with, besides what every operation may (`codesOf`). The specification lists it for each endpoint. */
  readonly errors: readonly ErrorCode[];
  /** Path, query and body fields in one object. */
  readonly request: Request;
  readonly result: Result;
  /** Absent: the operation is known but not built, and answers NOT_IMPLEMENTED. */
  readonly run?: (services: Services, request: Static<Request>, rules: Rules) => Promise<Static<Result>>;
}

type Optional = "success" | "extended" | "always" | "lasting" | "errors";
type Row<Q extends TSchema, R extends TSchema> = Omit<Operation<Q, R>, Optional> &
  Partial<Pick<Operation, Optional>>;

/** Makes a row: fills in what most rows have in common. */
export function operation<Q extends TSchema, R extends TSchema>(row: Row<Q, R>): Operation {
  const errors: readonly ErrorCode[] = row.rest.path.includes("{collection_name}")
    ? ["NOT_FOUND", "COLLECTION_DELETED", "INTERNAL"]
    : ["INTERNAL"];
  const common = { success: "core", extended: false, always: false, lasting: false, errors };
  return { ...common, ...row } as unknown as Operation;
}

/** What any request may be answered, to whatever operation. */
const COMMON: readonly ErrorCode[] = [
  "INVALID_ARGUMENT",
  "METHOD_NOT_ALLOWED",
  "BODY_TOO_LARGE",
  "TOO_MANY_REQUESTS",
];

/** Everything that an operation may fail with. */
export function codesOf({ errors, always, extended, run }: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [...COMMON, ...errors];
  if (!always) codes.push("ENGINE_NOT_INITIALIZED");
  if (extended || !run) codes.push("NOT_IMPLEMENTED");
  return codes;
}
