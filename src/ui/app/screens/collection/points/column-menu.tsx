// The menu that chooses the columns and their order, and the fields that label a point.
import { useId, useRef, useState } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { useDismiss } from "../../../kit/dismiss.ts";
import { Check } from "../../../kit/inputs.tsx";
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
  useDismiss(box, isOpen, () => setOpen(false));
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
        <section id={id} class="floating points-popover" aria-label="Columns">
          <Check
            checked={!choice.isVectorHidden}
            onChange={(isShown) => onChange({ ...choice, isVectorHidden: !isShown })}
          >
            Vector
          </Check>
          {choice.order.length === 0 && <p class="muted small">No payload fields were seen yet.</p>}
          <ColumnList choice={choice} onChange={onChange} />
          <ChooseFields collection={collection} />
        </section>
      )}
    </div>
  );
}

const MOVES = [
  { by: -1, sign: "↑", side: "left" },
  { by: 1, sign: "↓", side: "right" },
] as const;

function ColumnList({ choice, onChange }: Pick<Props, "choice" | "onChange">) {
  return (
    <ul>
      {choice.order.map((field) => (
        <li key={field}>
          <Check checked={!choice.hidden.has(field)} onChange={() => onChange(shownOrHidden(choice, field))}>
            <span class="break">{field}</span>
          </Check>
          {MOVES.map(({ by, sign, side }) => (
            <Button
              text={sign}
              key={by}
              class="quiet"
              aria-label={`Move ${field} to the ${side}`}
              aria-disabled={choice.order.at(by === 1 ? -1 : 0) === field}
              onClick={() => onChange(moved(choice, field, by))}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}
