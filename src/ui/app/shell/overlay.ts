// Which dialog of the shell is open, and the keys that open one.
// The decision: single keys work only outside of inputs and dialogs, so that they never take a key from typing.
import { signal } from "@preact/signals";

type Overlay = "palette" | "help";

export const overlay = signal<Overlay | null>(null);

/** The keys of the console, as the help lists them. */
export const SHORTCUTS: readonly (readonly [keys: string, does: string])[] = [
  ["Ctrl K", "Open the command palette"],
  ["/", "Go to the search or filter field of the screen"],
  ["?", "Show help and keyboard shortcuts"],
  ["Ctrl Enter", "Send the request of the API console"],
  ["Esc", "Close a dialog"],
];

/** Opens a dialog or moves the focus if the key is a shortcut. */
export function handleShortcut(event: KeyboardEvent): void {
  const isPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
  // Not the target of the event: of an editor, which has a shadow tree, that is the element around it.
  const [target] = event.composedPath() as HTMLElement[];
  const isSingle = !event.ctrlKey && !event.metaKey && !event.altKey && !isTaken(target!);
  if (isPalette) overlay.value = overlay.value === "palette" ? null : "palette";
  else if (isSingle && event.key === "?") overlay.value = "help";
  else if (!(isSingle && event.key === "/")) return;
  else if (!focusSearch()) overlay.value = "palette";
  event.preventDefault();
}

function isTaken(target: HTMLElement): boolean {
  return target.isContentEditable || target.closest?.("input, select, textarea, dialog") !== null;
}

/** Focuses the field that searches or filters what the screen shows. @returns whether there is one */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  return field !== null;
}
