// How the document says who may do what.
import type { Permission } from "../operation.ts";

/** Two spellings of one credential: an access token, or what a login answers. */
export const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer" },
  apiKey: { type: "apiKey", in: "header", name: "api-key" },
} as const;

export const SECURITY = [{ bearer: [] }, { apiKey: [] }] as const;

export const PERMISSIONS: Readonly<Record<Permission, string>> = {
  none: "Needs no credential",
  read: "Needs the permission read",
  write: "Needs the permission write",
  admin: "Needs the permission admin",
  read_admin: "Needs the permissions read and admin",
  login: "Needs the token of a login",
  setup: "Needs the permission admin, or the setup code, or a request from the machine of the server",
  recovery: "Needs the token of a login, or the setup code",
};
