// The admin and the switch, as the server has them: first password, another one, signing in, authentication on and off.
import { ask, askWhole, Failure, send } from "./request.ts";
import { type Credential, gate, signIn } from "./session.ts";

const MS = 1_000;
const UNAUTHENTICATED = 401;
const MISSING_CREDENTIAL = "The server does not know this token, or it has ended";

/** What stands for the right to set a password: a code that the server wrote where its owner can read it. */
type SetupCode = string | undefined;

export function adminExists(signal: AbortSignal): Promise<boolean> {
  return ask<boolean>("GET", "/auth/admin/exists", { signal });
}

/** Signs in besides: who has just chosen a password need not type it again. */
export async function createAdmin(password: string, code: SetupCode): Promise<void> {
  await askWhole("POST", "/auth/admin", { body: { password }, direct: true, headers: headersOf(code) });
  await signInAsAdmin(password);
}

/** Ends every sign-in there is, and signs in anew. */
export async function resetPassword(password: string, code: SetupCode): Promise<void> {
  await askWhole("POST", "/auth/admin/reset-password", { body: { password }, headers: headersOf(code) });
  await signInAsAdmin(password);
}

/** @throws Failure, which says when to try again after too many of them */
export async function signInAsAdmin(password: string): Promise<void> {
  const { body } = await askWhole<{ token: string; expires_in: number }>("POST", "/auth/admin/login", {
    body: { password },
  });
  signIn({ value: body.token, kind: "admin", expiresAt: Date.now() + body.expires_in * MS });
}

/** Tried on a request that every token is known to; what it may do shows when it does it. */
export async function signInWithToken(value: string): Promise<void> {
  const one: Credential = { value, kind: "token", expiresAt: null };
  const headers = { authorization: `Bearer ${value}` };
  const { status } = await send("GET", "/collections", { headers });
  if (status === UNAUTHENTICATED) throw new Failure(status, MISSING_CREDENTIAL);
  signIn(one);
}

export async function setAuthEnabled(enabled: boolean): Promise<void> {
  await ask<true>("PATCH", "/auth/enabled", { body: { enabled } });
  gate.value = enabled ? "closed" : "open";
}

function headersOf(code: SetupCode): Record<string, string> {
  return code === undefined ? {} : { "x-setup-code": code };
}
