// The menu that chooses the payload columns and their order.
import { useEffect, useId, useRef, useState } from "preact/hooks";

/** Columns in their order; hidden ones keep their position. */
export interface Choice {
  readonly order: readonly string[];
  readonly hidden: ReadonlySet<string>;
}

/** The most columns that are shown without being chosen; more would be narrow. */
const SHOWN_AT_FIRST = 12;

/** Appends new fields; they are shown while there are few columns. */
export function extended({ order, hidden }: Choice, fields: readonly string[]): Choice {
  const fresh = fields.filter((field) => !order.includes(field));
  if (fresh.length === 0) return { order, hidden };
  const tooMany = fresh.filter((_, i) => order.length + i >= SHOWN_AT_FIRST);
  return { order: [...order, ...fresh], hidden: new Set([...hidden, ...tooMany]) };
}

function moved({ order, hidden }: Choice, field: string, by: -1 | 1): Choice {
  const from = order.indexOf(field);
  const to = Math.max(0, Math.min(order.length - 1, from + by));
  return { order: order.toSpliced(from, 1).toSpliced(to, 0, field), hidden };
}

function toggled({ order, hidden }: Choice, field: string): Choice {
  const changed = new Set(hidden);
  if (!changed.delete(field)) changed.add(field);
  return { order, hidden: changed };
}

export function ColumnMenu({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
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
          {choice.order.length === 0 && <p class="muted small">No payload fields were seen yet.</p>}
          <ColumnList choice={choice} onChange={onChange} />
        </section>
      )}
    </div>
  );
}

function ColumnList({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  return (
    <ul>
      {choice.order.map((field, at) => (
        <li key={field}>
          <label class="check">
            <input
              type="checkbox"
              checked={!choice.hidden.has(field)}
              onChange={() => onChange(toggled(choice, field))}
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
