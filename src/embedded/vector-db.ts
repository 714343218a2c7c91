// A database in this process as a VectorDb: it takes plain objects and returns the bare result.
// The decision: it is an edge like REST and gRPC, so validation, errors and semantics are the same. It checks no
// permissions, because code in this process can reach the data anyway.
import { type Access, admit } from "../api/admit.ts";
import { invoke } from "../api/invoke.ts";
import type { Operation, Services } from "../api/operation.ts";
import { ROWS } from "../api/operations/index.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import { pack } from "../json/pack.ts";
import { compileShape } from "../json/shape.ts";
import { VectorCopies } from "../json/vector-copies.ts";
import { andThen } from "../scheduling/maybe-promise.ts";
import type { Caller } from "../schema/caller.ts";
import { NATIVE_RULES } from "../schema/rules.ts";
import type { DataServices } from "../service/data-services.ts";
import { type Defer, EventLoopShare } from "./event-loop-share.ts";
import { methodsOf } from "./methods.ts";
import { shown } from "./shown.ts";
import type { Preferences, Values, VectorDb } from "./types.ts";

interface VectorDbParts extends Preferences {
  readonly services: DataServices;
  /** Releases all resources; called once, when no call is in flight. */
  readonly release: () => Promise<void>;
  /** Runs a task after other work that waits for the event loop. */
  readonly defer: Defer;
  /** Returns the reason why all calls are refused, or null. */
  readonly failure?: () => VectorDbError | null;
}

const SHARED_SHAPES = ["core", "brief", "bare", "file"];

/** Operations of a server: what it is part of, and the models that it calls. */
const SERVER_ONLY = [
  "getCluster",
  "getCollectionCluster",
  "updateCollectionCluster",
  "removePeer",
  "drainPeer",
  "collectionOverview",
  "getSession",
  "openSession",
  "closeSession",
  "getHistory",
  "listSlowRequests",
  "listModels",
  "setModel",
  "deleteModel",
];

/** The rows that every VectorDb has methods for; {@link SharedRow} is the type of the same selection. */
export const SHARED_ROWS: readonly Operation[] = ROWS.filter(isShared);

function isShared({ id, failureShape, success }: Operation): boolean {
  return failureShape === "core" && SHARED_SHAPES.includes(success) && !SERVER_ONLY.includes(id);
}

const TERMS = { rules: NATIVE_RULES, extendedApi: true };
const OPEN: Access = {
  authEnabled: false,
  hasAdmin: false,
  identify: async () => null,
  identifySession: () => null,
  isSetupCode: () => false,
};
const CALLER: Caller = {
  surface: "embedded",
  address: "127.0.0.1",
  isLocal: true,
  credentials: [],
  setupCode: null,
};

/** Makes a VectorDb. The database must be loaded. */
export function vectorDbOf<V extends Values>(parts: VectorDbParts): VectorDb<V> {
  const { services, release, failure = () => null, vectors } = parts;
  const share = new EventLoopShare(parts.defer);
  const copies = new VectorCopies();
  const performNow = (row: Operation, packed: object, signal: AbortSignal | undefined) => {
    const caller = signal === undefined ? CALLER : { ...CALLER, waiting: signal };
    // Shared rows use no other services.
    const result = andThen(admit(row, caller, OPEN, TERMS), (admission) =>
      invoke(admission, services as Services, packed, true),
    );
    return row.success === "file" ? result : andThen(result, (found) => shown(found, vectors));
  };
  const perform = (row: Operation, request: object, signal: AbortSignal | undefined) => {
    const refusal = failure();
    if (refusal) throw refusal;
    // The request is copied before anything else, because the caller may change its objects after the call.
    copies.begin();
    const packed = pack(request, compileShape(row.request), copies) as object;
    // A call that can be aborted begins later, so that an abort in the same turn comes before its end.
    const pause = share.due() ?? (signal && Promise.resolve());
    if (pause) return pause.then(() => performNow(row, packed, signal));
    const result = performNow(row, packed, signal);
    if (row.permission === "read" && !(result instanceof Promise)) copies.end();
    return result;
  };
  return methodsOf(SHARED_ROWS, perform, release) as unknown as VectorDb<V>;
}
