// The switch and the admin: requests and results of the authentication area. What is secret is never shown in an error.
import Type, { type Static } from "typebox";
import { SECRET } from "./secret.ts";

export const SetAuthEnabledSchema = Type.Object({ enabled: Type.Boolean() });
export type SetAuthEnabled = Static<typeof SetAuthEnabledSchema>;

export const PasswordSchema = Type.Object({ password: Type.String(SECRET) });
export type PasswordRequest = Static<typeof PasswordSchema>;

export const LoginSchema = Type.Object({
  token: Type.Union([Type.String({ description: "Admits as admin: Authorization: Bearer." }), Type.Null()]),
  message: Type.String(),
  expires_in: Type.Integer({ description: "Seconds for which the token holds." }),
});
export type Login = Static<typeof LoginSchema>;

export const DoneSchema = Type.Object({ status: Type.Literal("success"), message: Type.String() });
export type Done = Static<typeof DoneSchema>;
