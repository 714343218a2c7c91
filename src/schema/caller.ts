// Who sends a request, as far as an edge can tell: the one description that REST, gRPC and the local UI all make.
// The decision: an edge reports what it sees and judges nothing; what a caller may do is decided in api/admit.ts.
import type { CancelSignal } from "../scheduling/cancel.ts";

/** `ui` is port 6575, where a few operations ask for less; `embedded` the process that the database is in. */
export type Surface = "rest" | "grpc" | "ui" | "embedded";

export interface Caller {
  readonly surface: Surface;
  /** The address of the peer, for the audit log and for counting failed logins. */
  readonly address: string;
  /** The peer is on this machine, asks for this machine, and speaks for nobody else: no proxy and no web page. */
  readonly isLocal: boolean;
  /** What was presented, in the order in which it counts: `api-key`, then `Authorization: Bearer`. */
  readonly credentials: readonly string[];
  /** `X-Setup-Code`. */
  readonly setupCode: string | null;
  /** Where it reached the REST API, such as `http://db:6573`; null: not by HTTP, or that cannot be told. */
  readonly reached?: string | null;
  /** Whether it still waits for the answer. */
  readonly waiting?: CancelSignal;
}

/** Who a credential belongs to. */
export type Identity =
  /** Whoever has logged in. */
  | { readonly kind: "admin" }
  /** @param permission bits, see schema/permission.ts */
  | { readonly kind: "token"; readonly id: number; readonly permission: number }
  /** A key that the server was started with. */
  | { readonly kind: "api_key" | "read_only_api_key"; readonly permission: number };

/** What a request was let in by: a credential, or, to set up or recover the admin, one of the other two. */
export type Admitted = Identity | { readonly kind: "setup_code" } | { readonly kind: "local" };

/** A caller that was let in. */
export interface Asker {
  readonly caller: Caller;
  /** Null: nothing was asked for. */
  readonly by: Admitted | null;
  /** Until the caller has left or its time is over. */
  readonly signal: CancelSignal;
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK.test(address);
}
