// What is put on record about who got in and what was changed about who may do what.
// The decision: ids, and words from closed lists; there is no field that a secret could get into.
import type { ErrorCode } from "../errors/table.ts";

export type AuditAction =
  | "login"
  | "admin_created"
  | "password_reset"
  | "auth_enabled"
  | "auth_disabled"
  | "token_created"
  | "token_rotated"
  | "token_deleted"
  | "license_added"
  | "setup_code_made"
  | "params_replaced";

export interface AuditEvent {
  readonly action: AuditAction;
  readonly result: "done" | "refused";
  readonly who: AuditedParty;
  /** The peer's; null for a command and a configuration. */
  readonly address: string | null;
  /** The port's name; null for a command and a configuration. */
  readonly surface: "rest" | "grpc" | "ui" | "embedded" | null;
  /** Of the token that was made, rotated or deleted. */
  readonly tokenId?: number;
  /** Canonical, as permission.ts prints it. */
  readonly permission?: string;
  /** Of the product key that was added. */
  readonly licenseId?: string;
  /** Why it was refused. */
  readonly reason?: ErrorCode;
}

/**
 * `local` is on this machine and showed no credential, `command` a command line on the data directory, `configuration` the
 * settings of a start.
 */
export type AuditedParty =
  | "admin"
  | `token ${number}`
  | "api key"
  | "read-only api key"
  | "setup code"
  | "local"
  | "command"
  | "configuration"
  | "nobody";

export interface AuditLog {
  /** Never throws. */
  append(event: AuditEvent): void;
}
