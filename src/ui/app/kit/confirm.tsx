// A dialog that asks for a confirmation before an action that cannot be undone, and says what it affects.
import type { ComponentChildren } from "preact";
import { useAction } from "./action.ts";
import { DialogForm } from "./form.tsx";

interface Props<T> {
  readonly title: string;
  /** The description of the action and of what it affects. */
  readonly children: ComponentChildren;
  /** The text of the button. */
  readonly label: string;
  readonly kind?: "danger" | "primary";
  onConfirm(): Promise<T>;
  /** Is called when the dialog closes. @param result the result of the action; undefined if it was cancelled */
  onClose(result?: T): void;
}

export function Confirm<T>(props: Props<T>) {
  const { title, children, label, kind = "danger", onConfirm, onClose } = props;
  const action = useAction(async () => {
    onClose(await onConfirm());
  });
  return (
    <DialogForm {...{ title, kind, action }} needs={null} submit={label} onClose={() => onClose()}>
      <div class="stack break">{children}</div>
    </DialogForm>
  );
}
