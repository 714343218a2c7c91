// Asks before something that cannot be undone, naming it.
import type { ComponentChildren } from "preact";
import { useAction } from "./action.ts";
import { Dialog } from "./dialog.tsx";
import { Failed } from "./notice.tsx";

interface Props<T> {
  readonly title: string;
  /** What is going to happen, and to what. */
  readonly children: ComponentChildren;
  /** The verb on the button. */
  readonly verb: string;
  readonly kind?: "danger" | "primary";
  onConfirm(): Promise<T>;
  /** @param result of what was confirmed; undefined: it was not */
  onClose(result?: T): void;
}

export function Confirm<T>(props: Props<T>) {
  const { title, children, verb, kind = "danger", onConfirm, onClose } = props;
  const action = useAction(async () => {
    onClose(await onConfirm());
  });
  return (
    <Dialog title={title} onClose={() => onClose()}>
      <div class="stack">
        <div class="stack break">{children}</div>
        <Failed error={action.error} />
        <div class="dialog-end">
          <button type="button" onClick={() => onClose()}>
            Cancel
          </button>
          <button type="button" class={kind} disabled={action.busy} onClick={() => action.run()}>
            {verb}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
