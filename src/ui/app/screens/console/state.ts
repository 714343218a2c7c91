// The draft of a request, and the requests that were sent.
// The decision: both are only in the memory of this module, because bodies may contain secrets; signing out removes
// them.
import { effect, signal } from "@preact/signals";
import { credential, expired } from "../../api/session.ts";
import type { Request } from "./examples.ts";

export interface Entry extends Request {
  readonly id: number;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly ms: number;
  readonly at: Date;
}

const MAX_ENTRIES = 100;
const BLANK: Request = { method: "GET", path: "/collections", body: "" };

export const draft = signal<Request>(BLANK);
export const entries = signal<readonly Entry[]>([]);
/** A counter that increases when the draft was replaced by something that was not typed; then the editor reads it. */
export const fills = signal(0);
let last = 0;

export function fill({ method, path, body }: Request): void {
  draft.value = { method, path, body };
  fills.value++;
}

export function remember(entry: Omit<Entry, "id" | "at">): void {
  entries.value = [{ ...entry, id: ++last, at: new Date() }, ...entries.value].slice(0, MAX_ENTRIES);
}

export function forget(): void {
  entries.value = [];
}

let before = credential.peek();
effect(() => {
  const now = credential.value;
  if (before !== null && now === null && !expired.peek()) {
    forget();
    fill(BLANK);
  }
  before = now;
});
