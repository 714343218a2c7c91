// Checks permissions: every request of every edge is admitted or refused here.
// The decision: an admission is a value that only `admit` can make and that `invoke` requires, so no edge can skip the
// check. It is made before the body is read. A request that no rule here admits is refused.
import { AuthNotEnabled, PermissionDenied, SetupCodeNeeded, Unauthenticated } from "../errors/auth.ts";
import type { VectorDbError } from "../errors/vector-db-error.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import {
  type Admitted,
  type AdmittedCaller,
  type Caller,
  type Identity,
  isLoopbackAddress,
} from "../schema/caller.ts";
import { ADMIN, PERMISSION_BITS, READ, WRITE } from "../schema/permission.ts";
import type { Rules } from "../schema/rules.ts";
import { identityOf } from "./caller-identity.ts";
import type { Operation, Permission } from "./operation.ts";

export interface Access {
  readonly authEnabled: boolean;
  /** Returns the identity of a credential; null: it is unknown, or has expired, or was replaced. */
  identify(credential: string): Promise<Identity | null>;
  /** Returns the owner of a session of the console; null: there is none, or it has ended. */
  identifySession(id: string): Identity | null;
  readonly hasAdmin: boolean;
  isSetupCode(code: string): boolean;
}

/** The rules for all requests of a listener, or of one in its dialect. */
export interface Terms {
  readonly rules: Rules;
  /** The setting `extended_api`: false answers the operations that are marked as extended with 501. */
  readonly extendedApi: boolean;
  /** Milliseconds that a search may take; absent or 0: no limit. */
  readonly searchMs?: number;
}

/** The permission of a caller to run an operation. */
export class Admission implements AdmittedCaller {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly by: Admitted | null;
  readonly signal: CancelSignal;
  readonly rules: Rules;
  /** True if the operation is implemented and open to this caller. */
  readonly isOpen: boolean;
  readonly searchMs: number;

  private constructor(
    operation: Operation,
    admitted: Omit<AdmittedCaller, "signal">,
    { rules, searchMs = 0 }: Terms,
    extended: boolean,
  ) {
    this.operation = operation;
    this.caller = admitted.caller;
    this.by = admitted.by;
    this.signal = admitted.caller.waiting;
    this.rules = rules;
    this.searchMs = searchMs;
    this.isOpen = operation.run !== undefined && (!operation.extended || extended);
  }

  static of(operation: Operation, caller: Caller, access: Access, terms: Terms): MaybePromise<Admission> {
    const { rules, extendedApi } = terms;
    const isKnown = () => access.authEnabled || isLoopbackAddress(caller.address);
    // Port 6575 belongs to the console, which offers all operations; the specification's 501s concern the REST API.
    const isExtended = () =>
      extendedApi || caller.surface === "ui" || (rules.extended === "to_known" && isKnown());
    return andThen(
      admittedBy(operation, caller, access),
      (by) => new Admission(operation, { caller, by }, terms, isExtended()),
    );
  }
}

/**
 * Admits a caller, at once where no credential has to be looked up.
 * @throws Unauthenticated, PermissionDenied, AuthNotEnabled
 */
export const admit = Admission.of;

/** Returns the permission that the operation needs on this port. */
function permissionFor({ permission, onUi }: Operation, { surface }: Pick<Caller, "surface">): Permission {
  return surface === "ui" && onUi !== null ? onUi : permission;
}

function admittedBy(operation: Operation, caller: Caller, access: Access): MaybePromise<Admitted | null> {
  const permission = permissionFor(operation, caller);
  if (permission === "none") return null;
  if (!access.authEnabled) {
    if (operation.whileOff === "closed") throw new AuthNotEnabled();
    if (operation.whileOff === "open") return null;
    if (operation.whileOff === "local" && caller.isLocal) return { kind: "local" };
  }
  if (permission === "setup" || permission === "recovery") {
    const owner = ownerOf(permission, caller, access);
    if (owner) return owner;
  }
  return identified(permission, caller, access);
}

async function identified(
  permission: Exclude<Permission, "none">,
  caller: Caller,
  access: Access,
): Promise<Identity> {
  const identity = await identityOf(caller, access);
  if (identity === null)
    throw permission === "setup" && !access.hasAdmin ? new SetupCodeNeeded() : new Unauthenticated();
  const refusal = REFUSALS[permission](identity);
  if (refusal) throw refusal;
  return identity;
}

/** Admits callers without a credential who prove that they own the server. */
function ownerOf(permission: Permission, { setupCode, isLocal }: Caller, access: Access): Admitted | null {
  if (setupCode !== null && access.isSetupCode(setupCode)) return { kind: "setup_code" };
  // Once there is an admin, the operation only fails with "already exists".
  return permission === "setup" && isLocal ? { kind: "local" } : null;
}

type Refusal = (identity: Identity) => VectorDbError | null;

/** The errors for callers that are known but lack a permission. */
const REFUSALS: Readonly<Record<Exclude<Permission, "none">, Refusal>> = {
  read: lacks(READ),
  write: lacks(WRITE),
  admin: lacks(ADMIN),
  read_admin: lacks(READ, ADMIN),
  login: lacksLogin,
  setup: lacks(ADMIN),
  recovery: lacksLogin,
};

function lacks(...asked: number[]): Refusal {
  const bits = Array.from(PERMISSION_BITS).filter(([, bit]) => asked.includes(bit));
  return (identity) => {
    if (identity.kind === "admin") return null;
    const missing = bits.find(([, bit]) => (identity.permission & bit) === 0);
    return missing === undefined ? null : new PermissionDenied(missing[0]);
  };
}

function lacksLogin({ kind }: Identity): VectorDbError | null {
  return kind === "admin" ? null : new PermissionDenied("admin login");
}
