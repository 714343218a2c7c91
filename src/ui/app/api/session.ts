// The credential of the user.
// The decision: it is only in the memory of this module and never in a storage of the browser, so closing the tab signs
// out, and other pages of this origin cannot read it later.
import { computed, signal } from "@preact/signals";

export interface Credential {
  readonly value: string;
  readonly kind: "admin" | "token";
  /** Milliseconds since the epoch; null: only the server knows. */
  readonly expiresAt: number | null;
}

/** Whether the server needs a credential. unknown: not asked yet; open: authentication is off. */
type Gate = "unknown" | "open" | "closed";

export const credential = signal<Credential | null>(null);
export const gate = signal<Gate>("unknown");
/** Whether the session has expired, which the sign-in form tells. */
export const expired = signal(false);

export const needsSignIn = computed(() => gate.value === "closed" && credential.value === null);
export const isAdmin = computed(() => credential.value?.kind === "admin");

export function signIn(value: Credential): void {
  credential.value = value;
  expired.value = false;
}

export function signOut(): void {
  credential.value = null;
}

/** Notes that the server has refused the credential or asked for one. */
export function refuse(): void {
  gate.value = "closed";
  if (credential.value === null) return;
  expired.value = true;
  credential.value = null;
}
