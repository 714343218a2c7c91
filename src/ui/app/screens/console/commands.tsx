// The list of all endpoints; choosing one puts it with an example of its body into the document.
import { useState } from "preact/hooks";
import { Dialog } from "../../kit/dialog.tsx";
import { SearchInput } from "../../kit/inputs.tsx";
import type { Request } from "./document.ts";
import { type OpenApi, templatesOf } from "./openapi.ts";

interface Props {
  readonly api: OpenApi;
  /** The collection that is filled in. */
  readonly collection: string;
  onChoose(request: Request): void;
  onClose(): void;
}

export function Commands({ api, collection, onChoose, onClose }: Props) {
  const [searched, setSearched] = useState("");
  const needle = searched.trim().toLowerCase();
  const found = templatesOf(api, collection).filter(({ method, path, summary }) =>
    `${method} ${path} ${summary}`.toLowerCase().includes(needle),
  );
  return (
    <Dialog title="Endpoints and examples" wide onClose={onClose}>
      <div class="stack">
        <SearchInput label="Filter by path or description" value={searched} onChange={setSearched} />
        <ul class="console-commands">
          {found.map(({ summary, ...request }) => (
            <li key={`${request.method} ${request.path} ${summary}`}>
              <button type="button" class="quiet" onClick={() => onChoose(request)}>
                <span class="console-method">{request.method}</span>
                <code>{request.path}</code>
                <span class="small muted">{summary}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="muted">No endpoint has “{searched.trim()}” in its path or text.</p>}
      </div>
    </Dialog>
  );
}
