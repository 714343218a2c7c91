// A row of tabs (WAI-ARIA Authoring Practices, tabs): one tab stop; the arrow keys move within.
import type { ComponentChildren } from "preact";

interface Tab<Id extends string> {
  readonly id: Id;
  readonly name: ComponentChildren;
}

interface Props<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly current: Id;
  onChange(id: Id): void;
}

export function Tabs<Id extends string>({ label, tabs, current, onChange }: Props<Id>) {
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === current);
    onChange(tabs[(at + step + tabs.length) % tabs.length]!.id);
    const row = event.currentTarget as HTMLElement;
    queueMicrotask(() => row.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === current}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
