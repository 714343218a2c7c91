// Unsaved payloads of points.
// The decision: a text that is being edited is module state, so that no key, click or other screen throws it away: it
// is there when its point is opened again. The browser asks before the tab is closed while there is one.
import { signal } from "@preact/signals";
import type { PointId } from "../../../api/types.ts";
import { keepOpenWhile } from "../../../kit/keep-open.ts";

interface Draft {
  readonly collection: string;
  readonly id: PointId;
  readonly text: string;
}

const drafts = signal<readonly Draft[]>([]);

export function draftOf(collection: string, id: PointId): string | undefined {
  return drafts.value.find((draft) => draft.collection === collection && draft.id === id)?.text;
}

/** Keeps the text of a payload; undefined: nothing is unsaved. */
export function setDraft(collection: string, id: PointId, text: string | undefined): void {
  const others = drafts.value.filter((draft) => draft.collection !== collection || draft.id !== id);
  if (text === undefined && others.length === drafts.value.length) return;
  drafts.value = text === undefined ? others : [...others, { collection, id, text }];
}

/** Returns the points of a collection with unsaved payloads. */
export function unsavedIn(collection: string): readonly PointId[] {
  return drafts.value.filter((draft) => draft.collection === collection).map(({ id }) => id);
}

keepOpenWhile(() => drafts.value.length > 0);
