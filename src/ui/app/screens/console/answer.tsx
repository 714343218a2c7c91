// A response of the server: status, time, size, headers and body.
import { prettyJson } from "../../api/pretty.ts";
import type { Reply } from "../../api/request.ts";
import { Button } from "../../kit/button.tsx";
import { CopyButton } from "../../kit/copy.tsx";
import { count, bytes as inBytes, milliseconds } from "../../kit/format.ts";
import { Notice } from "../../kit/notice.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { TextView } from "./editor.tsx";

/** Longer bodies are cut, because laying them out blocks the page. */
const MAX_SHOWN_BYTES = 1_000_000;
const SHOWN_CHARACTERS = 100_000;
const MS = 1_000;

export function Answer({ reply }: { reply: Reply }) {
  const size = reply.bytes.byteLength;
  const server = /"time":\s*([\d.eE+-]+)/.exec(reply.text.slice(0, 300))?.[1];
  const { text, note } = shown(reply);
  return (
    <section class="card console-answer" aria-label="Answer">
      <div class="row spread">
        <div class="row" aria-live="polite">
          <span class={`badge ${reply.ok ? "good" : "danger"}`}>
            {reply.status} {reply.statusText}
          </span>
          <span class="small muted">
            {server !== undefined && `${milliseconds(Number(server) * MS)} in the server, `}
            {milliseconds(reply.ms)} round trip, {inBytes(size)}
          </span>
        </div>
        {size > 0 && (
          <div class="row console-take">
            {note === undefined && <CopyButton text={text} />}
            <Button icon="import" text="Download" class="quiet copy" onClick={() => download(reply)} />
          </div>
        )}
      </div>
      <details>
        <summary class="small muted">Headers ({count([...reply.headers].length)})</summary>
        <dl class="stack tight small console-headers">
          {[...reply.headers].map(([name, value]) => (
            <div key={name}>
              <dt class="muted">{name}</dt>
              <dd class="break">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {note && <Notice kind="info">{note}</Notice>}
      {text === "" ? (
        note === undefined && <p class="muted">No body</p>
      ) : (
        <section class="console-body" aria-label="Body of the answer">
          <TextView text={text} label="Body of the answer, read only" />
        </section>
      )}
    </section>
  );
}

function typeOf({ headers }: Reply): string {
  return headers.get("content-type")?.split(";")[0] ?? "";
}

function shown(reply: Reply): { text: string; note?: string } {
  const type = typeOf(reply);
  const isText = type === "" || type.startsWith("text/") || type.endsWith("json");
  if (!isText) return { text: "", note: `The body is no text (${type}). Download it to look at it.` };
  if (reply.bytes.byteLength > MAX_SHOWN_BYTES) {
    const note = `The body has ${inBytes(reply.bytes.byteLength)}: its first ${count(SHOWN_CHARACTERS)} characters are shown. Download it for all of it.`;
    return { text: reply.text.slice(0, SHOWN_CHARACTERS), note };
  }
  return { text: type.endsWith("json") ? prettyJson(reply.text) : reply.text };
}

function download(reply: Reply): void {
  const type = typeOf(reply);
  const extension = type.endsWith("json") ? "json" : type.startsWith("text/") ? "txt" : "bin";
  saveFile(`answer.${extension}`, new Blob([reply.bytes], { type }));
}
