// Shows the value of a new token, which the server returns only once.

import type { NewToken as MadeToken } from "../../../../schema/token.ts";
import { Button } from "../../kit/button.tsx";
import { CodeBlock } from "../../kit/copy.tsx";
import { useCurl } from "../../kit/curl.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { Notice } from "../../kit/notice.tsx";

export function NewToken({ token, onClose }: { token: MadeToken; onClose: () => void }) {
  const curl = useCurl();
  return (
    <Dialog title={`The token ${token.name}`} isKept onClose={onClose}>
      <div class="stack">
        <Notice kind="warning">Copy it now: it is shown only once. The server stores only a hash.</Notice>
        <CodeBlock label="Token" text={token.api_key} />
        <p class="hint">
          Send it as <code>Authorization: Bearer …</code> or as <code>api-key: …</code>. In a terminal:
        </p>
        <CodeBlock
          label="Request"
          text={`export AZIMUTH_TOKEN='${token.api_key}'\n${curl("GET", "/collections")}`}
        />
        <div class="dialog-end">
          <Button text="Done" class="primary" onClick={onClose} />
        </div>
      </div>
    </Dialog>
  );
}
