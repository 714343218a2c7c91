// A table or other wide content that scrolls from side to side in a narrow window, by keyboard as well.
import type { ComponentChildren } from "preact";

interface Props {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Scroll({ label, class: name = "scroll", children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section class={name} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
