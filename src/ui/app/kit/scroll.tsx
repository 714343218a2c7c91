// A table or other wide content that scrolls from side to side in a narrow window, by keyboard as well.
import type { ComponentChildren } from "preact";

export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section class="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
