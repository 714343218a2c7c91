// The menu of one value of the table: filter by it, exclude it, copy it.
import { useLayoutEffect, useRef } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { Button } from "../../../kit/button.tsx";
import { copyText } from "../../../kit/copy.tsx";
import { useDismiss } from "../../../kit/dismiss.ts";
import { tell } from "../../../kit/toast.tsx";
import { pathTo } from "../things/things.ts";
import type { Condition, Scalar } from "./filter/chips.ts";
import type { CellPlace } from "./table-keys.ts";

interface Props {
  readonly place: CellPlace;
  onFilter(condition: Condition): void;
  onClose(): void;
}

const MENU_PX = { width: 220, height: 150 };
/** Longer texts are not compared as a whole by anybody. */
const MAX_FILTER_TEXT = 1_000;

export function CellMenu({ place: { field, value, x, y }, onFilter, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  // A layout effect runs before the next key press, so that it already goes to the menu.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    menu.current?.querySelector("button")?.focus();
    addEventListener("scroll", onClose, true);
    return () => {
      removeEventListener("scroll", onClose, true);
      before?.focus();
    };
  }, []);
  useDismiss(menu, true, onClose);
  const keys = (event: KeyboardEvent): void => {
    const items = [...menu.current!.querySelectorAll("button")];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) items[(at + step + items.length) % items.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const conditions = conditionsOf(field, value);
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const copied = typeof value === "string" ? value : writeJson(value);
  return (
    <div
      ref={menu}
      class="floating stack tight points-context"
      role="menu"
      tabIndex={-1}
      aria-label={`Value of ${field}`}
      style={{
        left: `${Math.max(0, Math.min(x, innerWidth - MENU_PX.width))}px`,
        top: `${Math.max(0, Math.min(y, innerHeight - MENU_PX.height))}px`,
      }}
      onKeyDown={keys}
    >
      {conditions.map(({ name, condition }) => (
        <Button key={name} class="quiet" role="menuitem" onClick={run(() => onFilter(condition))}>
          {name}
        </Button>
      ))}
      <Button
        text="Copy value"
        class="quiet"
        role="menuitem"
        onClick={run(() => void copyText(copied).then(() => tell("Value copied")))}
      />
    </div>
  );
}

function conditionsOf(field: string, value: unknown): { name: string; condition: Condition }[] {
  const common = { clause: "must", key: pathTo(field), values: [], bounds: {} } as const;
  if (value === null) return [{ name: "Filter by null", condition: { ...common, kind: "is_null" } }];
  const values = (Array.isArray(value) ? value : [value]).filter(isScalar);
  if (values.length === 0) return [];
  const [is, isNot] = Array.isArray(value) ? (["any", "except"] as const) : (["is", "is_not"] as const);
  // Only whole numbers are compared by match; others are between equal bounds.
  if (values.some((one) => typeof one === "number" && !Number.isInteger(one))) {
    const bound = values[0]!;
    const condition = { ...common, kind: "range", bounds: { gte: bound, lte: bound } } as const;
    return values.length === 1 ? [{ name: "Filter by this value", condition }] : [];
  }
  return [
    { name: "Filter by this value", condition: { ...common, kind: is, values } },
    { name: "Exclude this value", condition: { ...common, kind: isNot, values } },
  ];
}

function isScalar(value: unknown): value is Scalar {
  if (typeof value === "string") return value.length <= MAX_FILTER_TEXT;
  return ["number", "bigint", "boolean"].includes(typeof value);
}
