// Closes what is open, such as a menu, when the user turns to something else.
import { useEffect } from "preact/hooks";

const EVENTS = ["pointerdown", "focusin"];

/** Calls `onClose` when something outside of the element is pressed or focused, while it is open. */
export function useDismiss(
  box: { readonly current: HTMLElement | null },
  isOpen: boolean,
  onClose: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) onClose();
    };
    for (const name of EVENTS) addEventListener(name, close);
    return () => {
      for (const name of EVENTS) removeEventListener(name, close);
    };
  }, [isOpen]);
}
