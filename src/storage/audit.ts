// The events of the audit log: who signed in or failed to, and who changed credentials, permissions, licenses or
// models, or downloaded all data.
// The decision: an event has only ids, names of models and words from closed lists, so that no field can contain a
// secret.
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
  | "model_set"
  | "model_deleted"
  | "backup_downloaded"
  | "setup_code_made"
  | "params_replaced";

export interface AuditEvent {
  readonly action: AuditAction;
  readonly result: "done" | "refused";
  readonly who: AuditedParty;
  /** The address of the peer; null for a command and for the configuration. */
  readonly address: string | null;
  /** The name of the port; null for a command and for the configuration. */
  readonly surface: "rest" | "grpc" | "ui" | "embedded" | null;
  /** The token that was created, rotated or deleted. */
  readonly tokenId?: number;
  /** The permission in canonical form, as `permission.ts` prints it. */
  readonly permission?: string;
  /** The product key that was added. */
  readonly licenseId?: string;
  /** The model that was set or deleted. */
  readonly model?: string;
  /** The reason of a refusal. */
  readonly reason?: ErrorCode;
}

/**
 * The party that caused an event. `local` is a request from this machine without a credential, `command` a command
 * that works on the data directory, `configuration` the settings of a start.
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
  /** Appends one event. It never throws: an event that cannot be noted must not fail what caused it. */
  append(event: AuditEvent): void;
}
