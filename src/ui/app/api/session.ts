// The credential of the user, and what it permits.
// The decision: it is in a cookie that scripts cannot read, or, where the server sets none, only in the memory of this
// module, so that closing or loading the page signs out. It is never in a storage of the browser.
import { computed, signal } from "@preact/signals";

export type Permission = "read" | "write" | "admin";

interface Credential {
  /** Null: the browser sends a cookie. */
  readonly value: string | null;
  readonly kind: "admin" | "token";
  readonly permission: readonly Permission[];
}

/** Whether the server needs a credential. unknown: not asked yet; open: authentication is off. */
type Gate = "unknown" | "open" | "closed";

export const credential = signal<Credential | null>(null);
export const gate = signal<Gate>("unknown");
/** Whether the server sets a cookie, so that loading the page again does not sign out. */
export const staysSignedIn = signal(false);
/** Whether the session has expired, which the sign-in form tells. */
export const expired = signal(false);

export const needsSignIn = computed(() => gate.value === "closed" && credential.value === null);
export const isAdmin = computed(() => credential.value?.kind === "admin");

/** Whether the user may do what needs the permission; the server decides. */
export function mayUse(permission: Permission): boolean {
  return gate.value !== "closed" || credential.value?.permission.includes(permission) !== false;
}

export function signIn(value: Credential): void {
  credential.value = value;
  expired.value = false;
}

/** Notes that the server has refused the credential or asked for one. */
export function refuse(): void {
  gate.value = "closed";
  if (credential.value === null) return;
  expired.value = true;
  credential.value = null;
}
