// A modal dialog. The decision: it is the dialog element of the browser, which keeps the focus inside and closes with
// Escape. The button that closes it comes last, so that the browser focuses the first field when it opens.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

interface Props {
  readonly title: string;
  readonly wide?: boolean;
  /** Whether it can be closed by a button of its content only, because closing it loses something. */
  readonly isKept?: boolean;
  readonly children: ComponentChildren;
  onClose(): void;
}

export function Dialog({ title, wide, isKept, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect runs before the first paint, so that the next key press already goes to the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={(event) => isKept && event.key === "Escape" && event.preventDefault()}
    >
      <h2 id={id} class="dialog-title break">
        {title}
      </h2>
      {children}
      {!isKept && <Button icon="close" class="quiet dialog-close" aria-label="Close" onClick={onClose} />}
    </dialog>
  );
}
