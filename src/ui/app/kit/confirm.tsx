// Asks before something that cannot be undone, naming it.
import type { ComponentChildren } from "preact";
import { useAction } from "./action.ts";
import { Dialog } from "./dialog.tsx";
import { Failed } from "./notice.tsx";

interface Props {
  readonly title: string;
  /** What is going to happen, and to what. */
  readonly children: ComponentChildren;
  /** The verb on the button. */
  readonly verb: string;
  readonly kind?: "danger" | "primary";
  onConfirm(): Promise<void>;
  onClose(): void;
}

export function Confirm({ title, children, verb, kind = "danger", onConfirm, onClose }: Props) {
  const action = useAction(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <div class="stack break">{children}</div>
        <Failed error={action.error} />
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
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
