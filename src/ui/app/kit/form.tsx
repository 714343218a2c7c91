// Forms: one within a page, and one in a dialog with its buttons.
// The decision: a form is an action (see action.ts). It is submitted once at a time, and its error is shown above the
// buttons.
import type { ComponentChildren } from "preact";
import type { Permission } from "../api/session.ts";
import type { Action } from "./action.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Failed } from "./notice.tsx";

interface FormProps {
  readonly class?: string;
  readonly children: ComponentChildren;
  onSubmit(): unknown;
}

export function Form({ class: name = "stack", children, onSubmit }: FormProps) {
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface DialogFormProps {
  readonly title: string;
  readonly wide?: boolean;
  readonly action: Pick<Action<[]>, "busy" | "error" | "run">;
  /** The text of the button. */
  readonly submit: string;
  /** Its text while the action is running. */
  readonly busy?: string;
  readonly kind?: "primary" | "danger";
  /** Whether the form cannot be submitted yet. */
  readonly disabled?: boolean;
  /** The permission of the action, by default to write; null: what opens the dialog has asked for it. */
  readonly needs?: Permission | null;
  readonly children: ComponentChildren;
  onClose(): void;
}

export function DialogForm({ title, wide = false, action, children, onClose, ...button }: DialogFormProps) {
  const { submit, busy = submit, kind = "primary", disabled = false, needs = "write" } = button;
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <Form onSubmit={action.run}>
        {children}
        <Failed error={action.error} />
        <div class="dialog-end">
          <Button text="Cancel" onClick={onClose} />
          <Button type="submit" class={kind} needs={needs ?? undefined} disabled={disabled || action.busy}>
            {action.busy ? busy : submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
