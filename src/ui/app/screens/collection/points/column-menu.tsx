// The menu that chooses the columns and their order, and the fields that label a point.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { ChooseFields } from "../things/choose-fields.tsx";
import { type Choice, moved, shownOrHidden } from "./columns.ts";

interface Props {
  readonly collection: string;
  readonly choice: Choice;
  onChange(choice: Choice): void;
}

export function ColumnMenu({ collection, choice, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", close);
    addEventListener("focusin", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("focusin", close);
    };
  }, [isOpen]);
  const shown = choice.order.length - choice.hidden.size;
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isOpen) return;
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape within closes what is open.
    <div ref={box} class="points-menu" onKeyDown={closeByKey}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        Columns
        <span class="muted small">
          {shown}/{choice.order.length}
        </span>
      </button>
      {isOpen && (
        <section id={id} class="points-popover" aria-label="Columns">
          <label class="check">
            <input
              type="checkbox"
              checked={!choice.isVectorHidden}
              onChange={() => onChange({ ...choice, isVectorHidden: !choice.isVectorHidden })}
            />
            Vector
          </label>
          {choice.order.length === 0 && <p class="muted small">No payload fields were seen yet.</p>}
          <ColumnList choice={choice} onChange={onChange} />
          <ChooseFields collection={collection} />
        </section>
      )}
    </div>
  );
}

function ColumnList({ choice, onChange }: Pick<Props, "choice" | "onChange">) {
  return (
    <ul>
      {choice.order.map((field, at) => (
        <li key={field}>
          <label class="check">
            <input
              type="checkbox"
              checked={!choice.hidden.has(field)}
              onChange={() => onChange(shownOrHidden(choice, field))}
            />
            <span class="break">{field}</span>
          </label>
          <button
            type="button"
            class="quiet"
            aria-label={`Move ${field} to the left`}
            aria-disabled={at === 0}
            onClick={() => onChange(moved(choice, field, -1))}
          >
            ↑
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={`Move ${field} to the right`}
            aria-disabled={at === choice.order.length - 1}
            onClick={() => onChange(moved(choice, field, 1))}
          >
            ↓
          </button>
        </li>
      ))}
    </ul>
  );
}
