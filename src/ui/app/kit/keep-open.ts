// Lets the browser ask before a tab is closed or reloaded that would lose something.
import { effect } from "@preact/signals";

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

/** @param isNeeded is called again when a signal that it reads changes */
export function keepOpenWhile(isNeeded: () => boolean): void {
  let isAsking = false;
  effect(() => {
    if (isNeeded() === isAsking) return;
    isAsking = !isAsking;
    (isAsking ? addEventListener : removeEventListener)("beforeunload", askFirst);
  });
}
