// The document of the console, and the requests that were sent, which this browser keeps.
// The decision: they are in localStorage, without credentials: bodies of requests about access, licenses and models are
// left out, because they have secrets. Signing out removes both.
import { effect, signal } from "@preact/signals";
import { credential, expired } from "../../api/session.ts";
import { keep, readKept } from "../../kit/kept.ts";
import { type Request, requestsIn } from "./document.ts";

export interface Entry extends Request {
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly ms: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const DRAFT_KEY = "console.draft";
const HISTORY_KEY = "console.history";
const MAX_ENTRIES = 100;
const MAX_BODY = 20_000;
const SECRET_PATHS = /\/(?:auth|licenses|models)(?:[/?]|$)/;
const FIRST = `GET /status

GET /collections
`;

export const draft = signal((readKept(DRAFT_KEY) as string | undefined) ?? FIRST);
export const entries = signal((readKept(HISTORY_KEY) as readonly Entry[] | undefined) ?? []);

export function setDraft(text: string): void {
  draft.value = text;
  keep(DRAFT_KEY, withoutSecrets(text));
}

function withoutSecrets(text: string): string {
  return requestsIn(text).reduceRight(
    (rest, { path, lineEnd, to }) =>
      SECRET_PATHS.test(path) ? `${rest.slice(0, lineEnd)}\n\n${rest.slice(to)}` : rest,
    text,
  );
}

export function remember(entry: Omit<Entry, "at">): void {
  const isKept = entry.body.length <= MAX_BODY && !SECRET_PATHS.test(entry.path);
  const kept = { ...entry, body: isKept ? entry.body : "", at: Date.now() };
  entries.value = [kept, ...entries.value].slice(0, MAX_ENTRIES);
  keep(HISTORY_KEY, entries.value);
}

export function forget(): void {
  entries.value = [];
  keep(HISTORY_KEY, []);
}

let before = credential.peek();
effect(() => {
  const now = credential.value;
  if (before !== null && now === null && !expired.peek()) {
    forget();
    setDraft(FIRST);
  }
  before = now;
});
