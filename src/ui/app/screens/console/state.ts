// The request that is being written, and those that were made.
// The decision: both live in this module's memory for the life of the page and nowhere else, because bodies may hold
// secrets; signing out forgets them.
import { effect, signal } from "@preact/signals";
import { credential, expired } from "../../api/session.ts";
import type { Request } from "./examples.ts";

export interface Entry extends Request {
  readonly id: number;
  /** 0: no answer came. */
  readonly status: number;
  readonly ms: number;
  readonly at: Date;
}

const MOST = 100;
const BLANK: Request = { method: "GET", path: "/collections", body: "" };

export const draft = signal<Request>(BLANK);
export const entries = signal<readonly Entry[]>([]);
/** Grows when the draft is replaced by something that was not typed: only then the editor takes its text from it. */
export const fills = signal(0);
let last = 0;

export function fill({ method, path, body }: Request): void {
  draft.value = { method, path, body };
  fills.value++;
}

export function remember(entry: Omit<Entry, "id" | "at">): void {
  entries.value = [{ ...entry, id: ++last, at: new Date() }, ...entries.value].slice(0, MOST);
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
