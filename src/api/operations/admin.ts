// Operations of the admin, the authentication switch, access tokens and the license. The permissions `setup` and
// `recovery` decide who may set the first password.
import Type from "typebox";
import { DoneSchema, LoginSchema, PasswordSchema, SetAuthEnabledSchema } from "../../schema/admin.ts";
import { AddLicenseSchema, LicenseKeySchema, LicenseStatusSchema } from "../../schema/license.ts";
import { OpenSessionSchema, SessionSchema } from "../../schema/session.ts";
import { CreateTokenSchema, NewTokenSchema, TokenRequestSchema, TokenSchema } from "../../schema/token.ts";
import { operation } from "../operation.ts";

const auth = { failureShape: "auth", whileOff: "guarded" } as const;

export const adminOperations = [
  operation({
    ...auth,
    id: "setAuthEnabled",
    summary: "Switches authentication on or off.",
    permission: "login",
    errors: ["CONFIGURED", "INTERNAL"],
    rest: { method: "patch", path: "/auth/enabled" },
    rpc: "Auth.SetEnabled",
    success: "brief",
    failure: "Switching authentication failed",
    request: SetAuthEnabledSchema,
    result: Type.Boolean(),
    run: ({ admin }, request, _rules, admitted) => admin.setAuthEnabled(request, admitted),
  }),
  operation({
    ...auth,
    id: "createAdmin",
    summary: "Sets the password of the admin, where there is none yet.",
    permission: "setup",
    onUi: "setup",
    errors: ["ALREADY_EXISTS", "OUT_OF_MEMORY", "INTERNAL"],
    rest: { method: "post", path: "/auth/admin" },
    rpc: "Auth.CreateAdmin",
    success: "bare",
    failure: "Registration failed",
    request: PasswordSchema,
    result: DoneSchema,
    run: ({ admin }, request, _rules, admitted) => admin.create(request, admitted),
  }),
  operation({
    ...auth,
    id: "login",
    summary: "Logs in with the admin's password; the answer has a token that is valid for one hour.",
    // A caller who logs in has no other credential.
    permission: "none",
    always: true,
    failureShape: "login",
    errors: ["UNAUTHENTICATED", "OUT_OF_MEMORY", "INTERNAL"],
    rest: { method: "post", path: "/auth/admin/login" },
    rpc: "Auth.Login",
    success: "bare",
    failure: "Login failed",
    request: PasswordSchema,
    result: LoginSchema,
    run: ({ admin }, request, _rules, admitted) => admin.login(request, admitted),
  }),
  operation({
    ...auth,
    id: "adminExists",
    summary: "Says whether an admin exists.",
    // A console needs this to ask for a password, or for a new one.
    permission: "none",
    errors: [],
    rest: { method: "get", path: "/auth/admin/exists" },
    rpc: "Auth.AdminExists",
    success: "brief",
    failure: "Check admin failed",
    request: Type.Object({}),
    result: Type.Boolean(),
    run: ({ admin }) => admin.exists(),
  }),
  operation({
    ...auth,
    id: "resetPassword",
    summary: "Sets a new password of the admin; every login made before becomes void.",
    permission: "recovery",
    errors: ["NOT_FOUND", "OUT_OF_MEMORY", "INTERNAL"],
    rest: { method: "post", path: "/auth/admin/reset-password" },
    rpc: "Auth.ResetPassword",
    success: "bare",
    failure: "Password reset failed",
    request: PasswordSchema,
    result: DoneSchema,
    run: ({ admin }, request, _rules, admitted) => admin.resetPassword(request, admitted),
  }),
];

/** A browser asks who it is before it has a credential, and ends a session that may have ended already. */
const session = {
  ...auth,
  permission: "none",
  always: true,
  success: "brief",
  failureShape: "core",
  failure: "Session failed",
} as const;
const SESSION = "/auth/session";

export const sessionOperations = [
  operation({
    ...session,
    id: "getSession",
    summary: "Says who the caller is, and what the credential permits.",
    errors: [],
    rest: { method: "get", path: SESSION },
    request: Type.Object({}),
    result: SessionSchema,
    run: ({ sessions }, _request, _rules, admitted) => sessions.get(admitted),
  }),
  operation({
    ...session,
    id: "openSession",
    summary: "Signs the console in by a cookie that its scripts cannot read.",
    errors: ["UNAUTHENTICATED", "NOT_IMPLEMENTED", "OUT_OF_MEMORY", "INTERNAL"],
    rest: { method: "post", path: SESSION },
    request: OpenSessionSchema,
    result: SessionSchema,
    run: ({ sessions }, request, _rules, admitted) => sessions.open(request, admitted),
  }),
  operation({
    ...session,
    id: "closeSession",
    summary: "Signs the console out: the session of the cookie ends.",
    errors: [],
    rest: { method: "delete", path: SESSION },
    request: Type.Object({}),
    result: Type.Literal(true),
    run: ({ sessions }, _request, _rules, admitted) => sessions.close(admitted),
  }),
];

const TOKEN = "/auth/api_key/{token_id}";
const ALIAS = "/auth/access_token/{token_id}";

/** While authentication is off, operations on access tokens are refused, because tokens would protect nothing. */
const token = {
  permission: "admin",
  whileOff: "closed",
  success: "bare",
  failureShape: "auth",
} as const;

export const tokenOperations = [
  operation({
    ...token,
    id: "createToken",
    summary: "Creates an access token; its value is shown only in this answer.",
    errors: ["AUTH_NOT_ENABLED", "INTERNAL"],
    rest: { method: "post", path: "/auth/api_key", aliases: ["/auth/access_token"] },
    rpc: "Tokens.Create",
    failure: "Create access token failed",
    request: CreateTokenSchema,
    result: NewTokenSchema,
    run: ({ tokens }, request, _rules, admitted) => tokens.create(request, admitted),
  }),
  operation({
    ...token,
    id: "listTokens",
    summary: "Lists the access tokens, without their values.",
    errors: ["AUTH_NOT_ENABLED", "INTERNAL"],
    rest: { method: "get", path: "/auth/api_keys", aliases: ["/auth/access_tokens"] },
    rpc: "Tokens.List",
    failure: "List access tokens failed",
    request: Type.Object({}),
    result: Type.Array(TokenSchema),
    run: ({ tokens }) => tokens.list(),
  }),
  operation({
    ...token,
    id: "rotateToken",
    summary: "Gives an access token a new value; the old one is void.",
    errors: ["AUTH_NOT_ENABLED", "NOT_FOUND", "TOKEN_EXPIRED", "INTERNAL"],
    rest: { method: "post", path: `${TOKEN}/rotate`, aliases: [`${ALIAS}/rotate`] },
    rpc: "Tokens.Rotate",
    failure: "Rotate access token failed",
    request: TokenRequestSchema,
    result: NewTokenSchema,
    run: ({ tokens }, request, _rules, admitted) => tokens.rotate(request, admitted),
  }),
  operation({
    ...token,
    id: "deleteToken",
    summary: "Deletes an access token.",
    errors: ["AUTH_NOT_ENABLED", "NOT_FOUND", "INTERNAL"],
    rest: { method: "delete", path: TOKEN, aliases: [ALIAS] },
    rpc: "Tokens.Delete",
    failure: "Delete access token failed",
    request: TokenRequestSchema,
    result: DoneSchema,
    run: ({ tokens }, request, _rules, admitted) => tokens.delete(request, admitted),
  }),
];

const PATH = "/api/service/licenses";
/**
 * On the console's port no credential is needed, as in the specification: a key is valid only if its issuer signed it.
 */
const license = { onUi: "none", success: "bare", failureShape: "auth", result: LicenseStatusSchema } as const;

export const licenseOperations = [
  operation({
    ...license,
    id: "getLicenseStatus",
    summary: "Returns how many vectors the licenses of this server allow.",
    permission: "read",
    always: true,
    errors: [],
    rest: { method: "get", path: `${PATH}/status` },
    rpc: "License.Status",
    failure: "License status failed",
    request: Type.Object({}),
    run: ({ licenses }) => licenses.status(),
  }),
  operation({
    ...license,
    id: "addLicense",
    summary: "Adds a license key.",
    permission: "admin",
    rest: { method: "post", path: `${PATH}/add` },
    rpc: "License.Add",
    failure: "Adding the license failed",
    request: AddLicenseSchema,
    run: ({ licenses }, request, _rules, admitted) => licenses.add(request, admitted),
  }),
  operation({
    id: "listLicenses",
    summary: "Lists the license keys of this server, without their texts.",
    permission: "admin",
    failureShape: "auth",
    success: "bare",
    rest: { method: "get", path: `${PATH}/keys` },
    failure: "Listing the licenses failed",
    request: Type.Object({}),
    result: Type.Array(LicenseKeySchema),
    run: ({ licenses }) => licenses.list(),
  }),
];
