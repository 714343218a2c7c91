// Short messages at the edge of the window. A message with an undo button stays longer, so that it can be reached by
// keyboard.
import { signal } from "@preact/signals";
import { Icon } from "./icon.tsx";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "good" | "danger";
  readonly undo: (() => Promise<void>) | undefined;
}

const SHOWN_MS = 5_000;
const UNDO_SHOWN_MS = 20_000;
const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** @returns a function that removes the message, such as when its undo was done elsewhere */
export function tell(text: string, undo?: () => Promise<void>): () => void {
  const id = ++last;
  show({ id, text, kind: "good", undo });
  return () => dismiss(id);
}

export function tellFailure(error: unknown): void {
  show({ id: ++last, text: (error as Error).message, kind: "danger", undo: undefined });
}

function show(toast: Toast): void {
  toasts.value = [...toasts.value, toast];
  setTimeout(() => dismiss(toast.id), toast.undo || toast.kind === "danger" ? UNDO_SHOWN_MS : SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                dismiss(id);
                undo().then(() => tell(`Undone: ${text}`), tellFailure);
              }}
            >
              <Icon name="undo" /> Undo
            </button>
          )}
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
