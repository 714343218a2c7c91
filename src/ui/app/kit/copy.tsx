// A block of code with a button that copies it.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

const THANKS_MS = 1_500;

export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <button type="button" class="quiet copy" onClick={() => copyText(text).then(() => setDone(true))}>
      <Icon name={done ? "check" : "copy"} />
      <span>{done ? "Copied" : label}</span>
    </button>
  );
}

export function CodeBlock({ text, label }: { text: string; label?: string }) {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section tabIndex={0} aria-label={label ?? "Code"}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={text} />
    </div>
  );
}

/**
 * Copies a text. Pages loaded without TLS from another machine have no clipboard API, so the older command is used
 * there.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
