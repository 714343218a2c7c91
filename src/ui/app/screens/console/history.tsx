// The requests that were sent from this browser: to be viewed, put into the document, or sent again.

import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/card.tsx";
import { milliseconds, plural } from "../../kit/format.ts";
import { moment } from "../../kit/time.tsx";
import type { Request } from "./document.ts";
import { type Entry, entries, forget } from "./state.ts";

interface Props {
  onFill(request: Request): void;
  onRun(request: Request): void;
}

export function History({ onFill, onRun }: Props) {
  const all = entries.value;
  if (all.length === 0) return null;
  return (
    <Card class="console-history" title="History" aside={<Button text="Clear history" onClick={forget} />}>
      <p class="small muted">{plural(all.length, "request")}, kept in this browser, without secrets</p>
      <ol>
        {all.map((entry) => (
          <EntryLine key={entry.at} entry={entry} onFill={onFill} onRun={onRun} />
        ))}
      </ol>
    </Card>
  );
}

function EntryLine({ entry, onFill, onRun }: Props & { readonly entry: Entry }) {
  const { method, path, status, ms, at } = entry;
  const kind = status >= 200 && status < 300 ? "good" : "danger";
  return (
    <li>
      <button
        type="button"
        class="quiet console-past"
        onClick={() => onFill(entry)}
        title="Put into the document"
      >
        <span class="console-method">{method}</span>
        <code>{path}</code>
      </button>
      <span class={`badge ${kind}`}>{status || "No answer"}</span>
      <span class="small muted console-when">
        {milliseconds(ms)}, {moment(new Date(at).toISOString())}
      </span>
      <Button
        icon="refresh"
        class="quiet"
        aria-label={`Send again: ${method} ${path}`}
        onClick={() => onRun(entry)}
      />
    </li>
  );
}
