// The caller of a request as an edge describes it, in the same way for REST, gRPC and the console.
// The decision: an edge reports facts and makes no decisions; api/admit.ts decides what a caller may do.
import type { CancelSignal } from "../scheduling/cancel.ts";

/**
 * `ui` is port 6575, where a few operations need fewer permissions; `embedded` is the process that contains the
 * database.
 */
export type Surface = "rest" | "grpc" | "ui" | "embedded";

export interface Caller {
  readonly surface: Surface;
  /** The address of the peer, for the audit log and for counting failed logins. */
  readonly address: string;
  /**
   * True if the peer is on this machine, addresses this machine, and acts on no other behalf: neither a proxy nor a web
   * page.
   */
  readonly isLocal: boolean;
  /** The credentials of the request, in order of precedence: `api-key`, then `Authorization: Bearer`. */
  readonly credentials: readonly string[];
  /** `X-Setup-Code`. */
  readonly setupCode: string | null;
  /** The cookie of the console's page that sends the request; absent or null: another program or page sends it. */
  readonly cookie?: SessionCookie | null;
  /**
   * The URL of the REST API that it used, such as `http://db:6573`; null: it did not use HTTP, or the URL is unknown.
   */
  readonly reached?: string | null;
  /** Set when the caller no longer waits for the response. */
  readonly waiting?: CancelSignal;
}

/** The cookie with the id of a session. */
export interface SessionCookie {
  /** Null: the browser has none. */
  readonly id: string | null;
  set(id: string): void;
  clear(): void;
}

/** The owner of a credential. */
export type Identity =
  /** A caller who has logged in. */
  | { readonly kind: "admin" }
  /** @param permission bits, see schema/permission.ts */
  | { readonly kind: "token"; readonly id: number; readonly permission: number }
  /** A key that the server was started with. */
  | { readonly kind: "api_key" | "read_only_api_key"; readonly permission: number };

/**
 * The reason why a request was admitted: a credential, or one of the other two, which allow setting up or recovering
 * the admin.
 */
export type Admitted = Identity | { readonly kind: "setup_code" } | { readonly kind: "local" };

/** A caller whose permission was checked, with the credential that gave it. */
export interface AdmittedCaller {
  readonly caller: Caller;
  /** Null: the operation needs no credential. */
  readonly by: Admitted | null;
  /** Set when the caller has disconnected or the time limit is over. */
  readonly signal: CancelSignal;
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK.test(address);
}
