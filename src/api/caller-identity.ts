// Finds who a caller is, by the credentials of the request or by the cookie of the console.
import type { Caller, Identity } from "../schema/caller.ts";

interface Identification {
  identify(credential: string): Promise<Identity | null>;
  identifySession(id: string): Identity | null;
}

/** Returns the identity of the first valid credential. The cookie counts only in a request without a credential. */
export async function identityOf(
  { credentials, cookie }: Caller,
  access: Identification,
): Promise<Identity | null> {
  for (const credential of credentials) {
    const identity = await access.identify(credential);
    if (identity) return identity;
  }
  return credentials.length === 0 && cookie?.id ? access.identifySession(cookie.id) : null;
}
