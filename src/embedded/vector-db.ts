// A database in this process as a VectorDb: plain objects in, the bare result out, by the way that every edge takes.
// The decision: it is an edge like REST and gRPC, so validation, errors and meaning are theirs. There is nobody to be let
// in or kept out: whoever has the process has the data.
import { type Access, admit } from "../api/admit.ts";
import { invoke } from "../api/invoke.ts";
import type { Operation, Services } from "../api/operation.ts";
import { ROWS } from "../api/operations/index.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import { pack } from "../json/pack.ts";
import { compileShape } from "../json/shape.ts";
import type { Caller } from "../schema/caller.ts";
import { NATIVE_RULES } from "../schema/rules.ts";
import type { DataServices } from "../service/data-services.ts";
import { EventLoopShare, type RunSoon } from "./event-loop-share.ts";
import { methodsOf } from "./methods.ts";
import { shown } from "./shown.ts";
import type { Preferences, Values, VectorDb } from "./types.ts";

interface VectorDbParts extends Preferences {
  readonly services: DataServices;
  /** Gives everything back; called once, when no call is under way. */
  readonly release: () => Promise<void>;
  /** Runs a task after what else the thread has to do. */
  readonly soon: RunSoon;
  /** Why nothing may be done any more. */
  readonly failure?: () => VectorDbError | null;
}

const SHARED_SHAPES = ["core", "brief", "bare", "file"];

/** The rows of which every VectorDb has methods; {@link SharedRow} in words for the compiler. */
export const SHARED_ROWS: readonly Operation[] = ROWS.filter(isShared);

function isShared({ id, failureShape, success }: Operation): boolean {
  return failureShape === "core" && SHARED_SHAPES.includes(success) && id !== "getCluster";
}

const TERMS = { rules: NATIVE_RULES, extendedApi: true };
const OPEN: Access = {
  authEnabled: false,
  hasAdmin: false,
  identify: async () => null,
  isSetupCode: () => false,
};
const CALLER: Caller = {
  surface: "embedded",
  address: "127.0.0.1",
  isLocal: true,
  credentials: [],
  setupCode: null,
};

/** To be called when the database is ready. */
export function vectorDbOf<V extends Values>(parts: VectorDbParts): VectorDb<V> {
  const { services, release, failure = () => null, vectors } = parts;
  const turns = new EventLoopShare(parts.soon);
  const perform = async (row: Operation, request: object, wanted: AbortSignal | undefined) => {
    const refusal = failure();
    if (refusal) throw refusal;
    // First, and at once: whoever calls may change what was handed over as soon as it was.
    const packed = pack(request, compileShape(row.request)) as object;
    const turn = turns.due();
    if (turn) await turn;
    const admission = await admit(row, { ...CALLER, waiting: wanted }, OPEN, TERMS);
    // Shared rows ask for no other services.
    const result = await invoke(admission, services as Services, packed, true);
    return row.success === "file" ? result : shown(result, vectors);
  };
  return methodsOf(SHARED_ROWS, perform, release) as unknown as VectorDb<V>;
}
