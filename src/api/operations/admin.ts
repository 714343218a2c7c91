// Operations of the admin and the switch. Who may do the first steps is said by the permissions `setup` and `recovery`.
import Type from "typebox";
import { DoneSchema, LoginSchema, PasswordSchema, SetAuthEnabledSchema } from "../../schema/admin.ts";
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
    success: "brief",
    failure: "Switching authentication failed",
    request: SetAuthEnabledSchema,
    result: Type.Boolean(),
    run: ({ admin }, request, _rules, asker) => admin.setAuthEnabled(request, asker),
  }),
  operation({
    ...auth,
    id: "createAdmin",
    summary: "Sets the password of the admin, where there is none yet.",
    permission: "setup",
    onUi: "setup",
    errors: ["ALREADY_EXISTS", "OUT_OF_MEMORY", "INTERNAL"],
    rest: { method: "post", path: "/auth/admin" },
    success: "bare",
    failure: "Registration failed",
    request: PasswordSchema,
    result: DoneSchema,
    run: ({ admin }, request, _rules, asker) => admin.create(request, asker),
  }),
  operation({
    ...auth,
    id: "login",
    summary: "Logs in with the admin's password; the answer has a token that is valid for one hour.",
    // Whoever knows the password has nothing else yet.
    permission: "none",
    always: true,
    failureShape: "login",
    errors: ["UNAUTHENTICATED", "OUT_OF_MEMORY", "INTERNAL"],
    rest: { method: "post", path: "/auth/admin/login" },
    success: "bare",
    failure: "Login failed",
    request: PasswordSchema,
    result: LoginSchema,
    run: ({ admin }, request, _rules, asker) => admin.login(request, asker),
  }),
  operation({
    ...auth,
    id: "adminExists",
    summary: "Says whether an admin exists.",
    // A console has to know whether to ask for a password or for a new one.
    permission: "none",
    errors: [],
    rest: { method: "get", path: "/auth/admin/exists" },
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
    success: "bare",
    failure: "Password reset failed",
    request: PasswordSchema,
    result: DoneSchema,
    run: ({ admin }, request, _rules, asker) => admin.resetPassword(request, asker),
  }),
];
