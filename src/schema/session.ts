// Requests and results of sessions of the console, and who a caller is.
import Type, { type Static } from "typebox";
import { SECRET } from "./leaf.ts";

/** One of the two is needed. */
export const OpenSessionSchema = Type.Object({
  /** That of the admin. */
  password: Type.Optional(Type.String(SECRET)),
  /** An access token, or an API key of the server. */
  token: Type.Optional(Type.String(SECRET)),
});
export type OpenSession = Static<typeof OpenSessionSchema>;

export const SessionSchema = Type.Object({
  auth_enabled: Type.Boolean(),
  /** Whether a session can be opened that a cookie of the browser holds, which the setting console_cookie allows. */
  cookie: Type.Boolean(),
  /** The owner of the credential or session; null: the request has none that is valid. */
  identity: Type.Union([
    Type.Object({
      kind: Type.Union([
        Type.Literal("admin"),
        Type.Literal("token"),
        Type.Literal("api_key"),
        Type.Literal("read_only_api_key"),
      ]),
      permission: Type.Array(
        Type.Union([Type.Literal("read"), Type.Literal("write"), Type.Literal("admin")]),
      ),
    }),
    Type.Null(),
  ]),
});
export type Session = Static<typeof SessionSchema>;
