// Requests and results of the authentication switch and the admin. Secret values are never shown in errors.

import Type, { type Static } from "typebox";
import { SECRET } from "./leaf.ts";

export const SetAuthEnabledSchema = Type.Object({ enabled: Type.Boolean() });
export type SetAuthEnabled = Static<typeof SetAuthEnabledSchema>;

export const PasswordSchema = Type.Object({ password: Type.String(SECRET) });
export type PasswordRequest = Static<typeof PasswordSchema>;

export const LoginSchema = Type.Object({
  token: Type.Union([
    Type.String({ description: "A token with the admin's permissions, sent as Authorization: Bearer." }),
    Type.Null(),
  ]),
  message: Type.String(),
  expires_in: Type.Integer({ description: "Seconds for which the token is valid." }),
});
export type Login = Static<typeof LoginSchema>;

export const DoneSchema = Type.Object({ status: Type.Literal("success"), message: Type.String() });
export type Done = Static<typeof DoneSchema>;
