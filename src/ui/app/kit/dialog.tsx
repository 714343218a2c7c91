// A dialog over the page: the browser's own, which keeps the focus inside and closes with Escape.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface Props {
  readonly title: string;
  readonly wide?: boolean;
  /** At the right edge of the window, as high as that. */
  readonly side?: boolean;
  readonly children: ComponentChildren;
  onClose(): void;
}

export function Dialog({ title, wide, side, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before anything is drawn: keys that are pressed at once belong to the dialog already.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={side ? "dialog side" : wide ? "dialog wide" : "dialog"}
      aria-labelledby={id}
      onClose={onClose}
    >
      <div class="dialog-head">
        <h2 id={id} class="break">
          {title}
        </h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
