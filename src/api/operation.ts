// The type of an operation: one row of the table from which REST routes, OpenAPI, validation and permissions are made.
// Adding an operation means a schema, a row and a service method; over gRPC also a definition in proto/, and a codec in
// grpc/convert/ where the JSON of a message has another form than its fields.
import Type, { type Static, type TSchema } from "typebox";
import { NotImplemented } from "../errors/server.ts";
import type { ErrorCode } from "../errors/table.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";
import type { MaybeAnnotated } from "../schema/annotated.ts";
import type { AdmittedCaller } from "../schema/caller.ts";
import { carriesLeaf } from "../schema/leaf.ts";
import type { Rules } from "../schema/rules.ts";
import type { AdminService } from "../service/admin.ts";
import type { DataServices } from "../service/data-services.ts";
import type { HistoryService } from "../service/history.ts";
import type { LicensesService } from "../service/licenses.ts";
import type { ModelsService } from "../service/models.ts";
import type { SessionsService } from "../service/sessions.ts";
import type { TokensService } from "../service/tokens.ts";

export interface Services extends DataServices {
  readonly admin: AdminService;
  readonly sessions: SessionsService;
  readonly history: HistoryService;
  readonly tokens: TokensService;
  readonly licenses: LicensesService;
  readonly models: ModelsService;
}

/**
 * The permission that a caller needs. `read`, `write` and `admin` are independent permissions of access tokens, and
 * `read_admin` needs two of them; a login has all three. `login` needs a login itself. `setup` is for creating the
 * first admin and `recovery` for setting a new password: see admit.ts. `none` needs no credential.
 */
export type Permission = "none" | "read" | "write" | "admin" | "read_admin" | "login" | "setup" | "recovery";

/**
 * The permission while authentication is off: `open` needs none, `guarded` needs the same as otherwise, `local` needs
 * none from the machine of the server and the same as otherwise from elsewhere, `closed` refuses every caller.
 */
export type WhileOff = "open" | "guarded" | "local" | "closed";

/**
 * The form of a successful response. `core` is the envelope {usage, time, status, result}, `brief` the same with
 * nothing in `usage`, `bare` the result itself, `text` a line of plain text, `metrics` lines for Prometheus, `file`
 * the bytes of a file, `stream` bytes whose number is not known, and `binary` a binary result. `progress` is `core`,
 * preceded by lines of JSON on request.
 */
export type SuccessShape =
  | "core"
  | "brief"
  | "bare"
  | "text"
  | "metrics"
  | "file"
  | "stream"
  | "binary"
  | "progress";

/**
 * `core` is {time, status: {error}}, `auth` is {status: "error", message}; `login` is like `auth`, but a refused login
 * has the fields of a successful one.
 */
export type FailureShape = "core" | "auth" | "login";

type Beside = Readonly<Record<string, TSchema>>;

interface RestRoute {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** With parameters in braces, named like fields of the request. */
  readonly path: string;
  /** Fields of the request that come from the query string. */
  readonly query?: readonly string[];
  /** Those of them that the native dialect alone knows. */
  readonly nativeQuery?: readonly string[];
  /** Other paths of the operation, with the same parameters. */
  readonly aliases?: readonly string[];
}

export interface Operation<Request extends TSchema = TSchema, Result extends TSchema = TSchema> {
  readonly id: string;
  /** One sentence with a verb first; used by OpenAPI and by the documentation of the library's method. */
  readonly summary: string;
  readonly permission: Permission;
  readonly whileOff: WhileOff;
  /**
   * The permission at its path on port 6575; null: there it is only reached through the proxy, with the ordinary
   * permission.
   */
  readonly onUi: Permission | null;
  readonly rest: RestRoute;
  /** Its service and method in the package azimuth.v1, such as Points.Upsert; null: it is served over REST only. */
  readonly rpc: string | null;
  readonly success: SuccessShape;
  readonly failureShape: FailureShape;
  /** True for operations that the native dialect answers with 501 unless `extended_api` is set. */
  readonly extended: boolean;
  /** True if it also runs while the log is being replayed. */
  readonly always: boolean;
  /**
   * True if it changes what the log records, which only a leader may. Absent in a row: true for operations that need
   * the permission `write`.
   */
  readonly changesData: boolean;
  /** True if it may take minutes: the connection is not closed meanwhile. */
  readonly lasting: boolean;
  /**
   * The schema of each line of an unlimited body: `run` reads the lines from the field `lines` of the request as they
   * arrive. Null: the body is one JSON object.
   */
  readonly lines: TSchema | null;
  /** The public text of an unexpected failure. */
  readonly failure: string;
  /**
   * The errors of the operation besides the common ones (`codesOf`). The specification lists them for each endpoint.
   */
  readonly errors: readonly ErrorCode[];
  /** Path, query and body fields in one object. */
  readonly request: Request;
  readonly result: Result;
  /** The schemas of what may stand beside the result. */
  readonly beside: Beside;
  /** Absent: the operation is known but not implemented, and answers NOT_IMPLEMENTED. */
  readonly run?: (
    services: Services,
    request: Static<Request>,
    rules: Rules,
    admitted: AdmittedCaller,
  ) => MaybePromise<MaybeAnnotated<Static<Result>>>;
}

type Optional =
  | "rpc"
  | "whileOff"
  | "onUi"
  | "success"
  | "failureShape"
  | "extended"
  | "always"
  | "changesData"
  | "lasting"
  | "lines"
  | "beside"
  | "errors";
type Row<
  Id extends string,
  Q extends TSchema,
  R extends TSchema,
  S extends SuccessShape,
  F extends FailureShape,
  B extends Beside,
> = Omit<Operation<Q, R>, Optional | "id"> &
  Partial<Pick<Operation, Exclude<Optional, "success" | "failureShape" | "beside">>> & {
    readonly id: Id;
    readonly success?: S;
    readonly failureShape?: F;
    readonly beside?: B;
  };

/** A row with its literal types, which the methods of the library are typed by. */
type TypedOperation<
  Id extends string = string,
  Q extends TSchema = TSchema,
  R extends TSchema = TSchema,
  S extends SuccessShape = SuccessShape,
  F extends FailureShape = FailureShape,
  B extends Beside = Beside,
> = Operation & {
  readonly id: Id;
  readonly request: Q;
  readonly result: R;
  readonly success: S;
  readonly failureShape: F;
  readonly beside: B;
};

/** Makes a row, with defaults for all columns but `permission`. */
export function operation<
  const Id extends string,
  Q extends TSchema,
  R extends TSchema,
  S extends SuccessShape = "core",
  F extends FailureShape = "core",
  B extends Beside = Record<never, never>,
>(row: Row<Id, Q, R, S, F, B>): TypedOperation<Id, Q, R, S, F, B> {
  const errors: readonly ErrorCode[] = isOnCollection(row)
    ? ["NOT_FOUND", "COLLECTION_DELETED", "INTERNAL"]
    : ["INTERNAL"];
  const changesData = row.permission === "write";
  return { ...COMMON_COLUMNS, errors, changesData, ...row } as unknown as TypedOperation<Id, Q, R, S, F, B>;
}

/** Returns a row for an operation that is known but not implemented: a caller with the permission gets the reason. */
export function unsupported(why: string, permission: Permission): Operation {
  const refuse = async () => {
    throw new NotImplemented(why);
  };
  const rest = { method: "post", path: "" } as const;
  const nothing = Type.Object({});
  return operation({
    id: why,
    summary: why,
    permission,
    rest,
    failure: why,
    request: nothing,
    result: nothing,
    run: refuse,
  });
}

/** Tells whether the operation reads or writes one collection: its answers show how far the log was applied. */
export function isOnCollection({ rest }: Pick<Operation, "rest">): boolean {
  return rest.path.includes("{collection_name}");
}

/** Tells whether the vectors of a request may come as bytes beside its JSON (json/floats.ts): if it can have any. */
export function takesFloats({ request, lines }: Operation): boolean {
  return lines === null && (carriesLeaf(request, "vector") || carriesLeaf(request, "named_vector"));
}

const COMMON_COLUMNS = {
  rpc: null,
  whileOff: "open",
  onUi: null,
  success: "core",
  failureShape: "core",
  extended: false,
  always: false,
  lasting: false,
  lines: null,
  beside: {},
} as const;

/** The errors that every operation can return. */
const COMMON: readonly ErrorCode[] = [
  "INVALID_ARGUMENT",
  "PERMISSION_DENIED",
  "METHOD_NOT_ALLOWED",
  "BODY_TOO_LARGE",
  "TOO_MANY_REQUESTS",
  "TOO_MANY_OPEN_FILES",
];

export function codesOf({
  errors,
  permission,
  rest,
  changesData,
  always,
  extended,
  run,
  request,
  lines,
}: Operation): ErrorCode[] {
  const vectors = lines ?? request;
  const takesDocuments = carriesLeaf(vectors, "vector") || carriesLeaf(vectors, "named_vector");
  const codes: ErrorCode[] = [...COMMON, ...errors];
  if (permission !== "none") codes.push("UNAUTHENTICATED");
  if (changesData) codes.push("FOLLOWS_LEADER", "SERVER_REPLACED");
  if (isOnCollection({ rest })) codes.push("NOT_YET_APPLIED");
  if (!always) codes.push("ENGINE_NOT_INITIALIZED");
  if (extended || !run) codes.push("NOT_IMPLEMENTED");
  if (takesDocuments) codes.push("MODEL_FAILED", "MODEL_TIMEOUT", "MODEL_BUSY", "MODEL_UNAVAILABLE");
  return codes;
}
