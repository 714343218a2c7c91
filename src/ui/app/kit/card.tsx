// A part of a screen with its title, and a card that is folded until it is wanted.
import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

interface Props {
  readonly title: ComponentChildren;
  /** The name for screen readers, where it is not the title. */
  readonly label?: string;
  /** The content at the right of the title. */
  readonly aside?: ComponentChildren;
  readonly class?: string;
  /** Whether the content, such as a table, reaches the edges. */
  readonly flush?: boolean;
  readonly children?: ComponentChildren;
}

export function Card({ title, label = String(title), aside, class: name = "", flush, children }: Props) {
  return (
    <section class={`card ${flush ? "flush" : ""} ${name}`} aria-label={label}>
      <div class={flush ? "row spread card-head" : "row spread"}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface FoldProps {
  readonly title: string;
  readonly about: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Fold({ title, about, children }: FoldProps) {
  return (
    <details class="card fold">
      <summary>
        <Icon name="right" />
        <h2>{title}</h2>
        <span class="small muted">{about}</span>
      </summary>
      {children}
    </details>
  );
}
