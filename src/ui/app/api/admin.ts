// The requests about the admin and about authentication: passwords, signing in, and turning authentication on and
// off.
import type { Session } from "../../../schema/session.ts";
import { ask, askWhole, Failure } from "./request.ts";
import { credential, gate, signIn, staysSignedIn } from "./session.ts";
import { UNAUTHENTICATED } from "./statuses.ts";

const SESSION = "/auth/session";
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

/** Asks whether a credential is needed, and who is signed in by the cookie. */
export async function learnSession(): Promise<void> {
  try {
    const { auth_enabled, cookie, identity } = await ask<Session>("GET", SESSION);
    staysSignedIn.value = cookie;
    if (identity && credential.value === null) adopt(identity, null);
    gate.value = auth_enabled ? "closed" : "open";
  } catch (error) {
    // The screens show why the server refuses; a server that is not reached is asked again.
    if ((error as Failure).status !== 0) gate.value = "open";
  }
}

/** Signs in. @throws Failure, which says how long to wait after too many wrong passwords */
export async function signInAsAdmin(password: string): Promise<void> {
  const start = async (): Promise<void> => {
    if (staysSignedIn.value) return open({ password });
    const { body } = await askWhole<{ token: string }>("POST", "/auth/admin/login", { body: { password } });
    await signInHere(body.token);
  };
  await start().catch(refusedWith(WRONG_PASSWORD));
}

export async function signInWithToken(value: string): Promise<void> {
  if (!staysSignedIn.value) return signInHere(value);
  await open({ token: value }).catch(refusedWith(MISSING_CREDENTIAL));
}

/** Gives a refusal other words: the server speaks of a username, which no form has. */
function refusedWith(words: string): (error: Failure) => never {
  return (error) => {
    throw error.status === UNAUTHENTICATED ? new Failure(error.status, words) : error;
  };
}

async function open(given: { password: string } | { token: string }): Promise<void> {
  const { identity } = await ask<Session>("POST", SESSION, { body: given });
  adopt(identity!, null);
}

/** Keeps the credential in the memory of this page. @throws Failure if it is not valid */
async function signInHere(value: string): Promise<void> {
  const headers = { authorization: `Bearer ${value}` };
  const { identity } = await ask<Session>("GET", SESSION, { headers });
  if (identity === null) throw new Failure(UNAUTHENTICATED, MISSING_CREDENTIAL);
  adopt(identity, value);
}

function adopt({ kind, permission }: NonNullable<Session["identity"]>, value: string | null): void {
  signIn({ value, kind: kind === "admin" ? "admin" : "token", permission });
}

/** Signs out, which ends the session on the server. */
export async function signOut(): Promise<void> {
  if (credential.value?.value === null) await ask<true>("DELETE", SESSION);
  credential.value = null;
}

export async function setAuthEnabled(enabled: boolean): Promise<void> {
  await ask<true>("PATCH", "/auth/enabled", { body: { enabled } });
  gate.value = enabled ? "closed" : "open";
}

function headersOf(code: SetupCode): Record<string, string> {
  return code === undefined ? {} : { "x-setup-code": code };
}
