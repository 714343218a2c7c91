// How the document says who may do what.
import type { Permission } from "../operation.ts";

/**
 * An access token, or what a login answers. The header `api-key` is taken, too, but it is how clients of Qdrant are known:
 * the request is then read and answered in another dialect than the one that this document describes.
 */
export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "An access token, or the token of a login; needed once authentication is on. Do not send it in the header " +
      "`api-key`: a request with that header is read and answered as one of Qdrant's API, with other shapes, texts and " +
      "defaults than those described here, and the answer says so by `X-Azimuth-Dialect: qdrant`.",
  },
} as const;

export const SECURITY = [{ bearer: [] }] as const;

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
