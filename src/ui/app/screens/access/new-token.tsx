// Shows the value of a new token, which the server returns only once.
import { CodeBlock } from "../../kit/copy.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Notice } from "../../kit/notice.tsx";
import type { MadeToken } from "./token.ts";

export function NewToken({ token, onClose }: { token: MadeToken; onClose: () => void }) {
  return (
    <Dialog title={`The token ${token.name}`} onClose={onClose}>
      <div class="stack">
        <Notice kind="warning">
          Copy it now: it is shown this one time. The server keeps only a hash of it.
        </Notice>
        <CodeBlock label="Token" text={token.api_key} />
        <p class="hint">
          Programs send it as <code>Authorization: Bearer …</code> or as <code>api-key: …</code>
        </p>
        <div class="dialog-end">
          <button type="button" class="primary" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  );
}
