// Who the user is to the server.
// The decision: the credential lives in this module's memory and nowhere else. No storage of the browser ever sees it, so
// closing the tab signs out, and nothing that runs on this origin later finds it.
import { computed, signal } from "@preact/signals";

export interface Credential {
  readonly value: string;
  readonly kind: "admin" | "token";
  /** Milliseconds since the epoch; null: the server alone knows. */
  readonly expiresAt: number | null;
}

/** unknown: not asked yet; open: authentication is switched off. */
type Gate = "unknown" | "open" | "closed";

export const credential = signal<Credential | null>(null);
export const gate = signal<Gate>("unknown");
/** Why the user has to sign in now. */
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

/** The server has refused the credential, or asked for one. */
export function refuse(): void {
  gate.value = "closed";
  if (credential.value === null) return;
  expired.value = true;
  credential.value = null;
}
