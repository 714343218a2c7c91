// The requests about the admin and about authentication: passwords, signing in, and turning authentication on and
// off.
import { ask, askWhole, Failure, send } from "./request.ts";
import { type Credential, gate, signIn } from "./session.ts";
import { UNAUTHENTICATED } from "./statuses.ts";

const MS = 1_000;
const WRONG_PASSWORD = "Wrong password";
const MISSING_CREDENTIAL = "The token is unknown or has expired";

/** The setup code, which the server wrote to a file that its owner can read. It gives the right to set a password. */
type SetupCode = string | undefined;

export function adminExists(signal: AbortSignal): Promise<boolean> {
  return ask<boolean>("GET", "/auth/admin/exists", { signal });
}

/** Creates the admin and signs in, so that the new password need not be typed again. */
export async function createAdmin(password: string, code: SetupCode): Promise<void> {
  await askWhole("POST", "/auth/admin", { body: { password }, direct: true, headers: headersOf(code) });
  await signInAsAdmin(password);
}

/** Sets another password, which ends all sessions, and signs in again. */
export async function resetPassword(password: string, code: SetupCode): Promise<void> {
  await askWhole("POST", "/auth/admin/reset-password", { body: { password }, headers: headersOf(code) });
  await signInAsAdmin(password);
}

/** Signs in. @throws Failure, which says how long to wait after too many wrong passwords */
export async function signInAsAdmin(password: string): Promise<void> {
  const { body } = await askWhole<{ token: string; expires_in: number }>("POST", "/auth/admin/login", {
    body: { password },
  }).catch((error: Failure) => {
    // The server speaks of a username, which no form has.
    throw error.status === UNAUTHENTICATED ? new Failure(error.status, WRONG_PASSWORD) : error;
  });
  signIn({ value: body.token, kind: "admin", expiresAt: Date.now() + body.expires_in * MS });
}

/** Signs in with a token. A request that every valid token may make checks it; its permission shows when it is used. */
export async function signInWithToken(value: string): Promise<void> {
  const credential: Credential = { value, kind: "token", expiresAt: null };
  const headers = { authorization: `Bearer ${value}` };
  const { status } = await send("GET", "/collections", { headers });
  if (status === UNAUTHENTICATED) throw new Failure(status, MISSING_CREDENTIAL);
  signIn(credential);
}

export async function setAuthEnabled(enabled: boolean): Promise<void> {
  await ask<true>("PATCH", "/auth/enabled", { body: { enabled } });
  gate.value = enabled ? "closed" : "open";
}

function headersOf(code: SetupCode): Record<string, string> {
  return code === undefined ? {} : { "x-setup-code": code };
}
