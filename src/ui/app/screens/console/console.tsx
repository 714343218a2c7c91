// The console screen: any request of the API, with completion from the OpenAPI document of the server.
// The decision: a link fills in a request and never sends it, and only "Copy link" writes a body into an address.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, askWhole, type Method, type Reply, send } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { CopyButton } from "../../kit/copy.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Failed } from "../../kit/notice.tsx";
import { linkTo, route } from "../../shell/route.ts";
import { Answer } from "./answer.tsx";
import { JsonEditor } from "./editor.tsx";
import { examplesFor, type Request } from "./examples.ts";
import { History } from "./history.tsx";
import { positionAt } from "./json-place.ts";
import { bodySchemaOf, isDestructive, type OpenApi, operationOf, suggestionsFor } from "./openapi.ts";
import { type Offer, offersAt } from "./schema.ts";
import { draft, fill, fills, remember } from "./state.ts";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
const NO_SUGGESTIONS: OpenApi = { paths: {} };

export function Console() {
  useLink();
  const { outcome, busy, run, stop } = useSending();
  const api = useResource((signal) => loadApi(signal), []);
  const collections = useResource((signal) => loadCollections(signal), []);
  const names = collections.value ?? [];
  const request = draft.value;
  const operation = operationOf(api.value ?? NO_SUGGESTIONS, request.method, request.path);
  const edit = (change: Partial<Request>): void => {
    draft.value = { ...draft.peek(), ...change };
  };
  const offers = (before: string): readonly Offer[] => {
    const schema = bodySchemaOf(operation);
    const position = positionAt(before);
    return api.value && schema && position ? offersAt(api.value, schema, position) : [];
  };
  return (
    <>
      <Head collection={names[0] ?? "places"} />
      <div class="console">
        <form
          class="card console-request"
          aria-label="Request"
          onSubmit={(event) => {
            event.preventDefault();
            run(draft.peek());
          }}
        >
          <RequestLine
            request={request}
            api={api.value}
            collections={names}
            busy={busy}
            onEdit={edit}
            onStop={stop}
          />
          <div class="row spread small muted console-about">
            <span>{operation?.summary ?? (api.value ? "Unknown endpoint" : "")}</span>
            {isDestructive(request.method, request.path) && <span class="badge danger">Deletes</span>}
          </div>
          <JsonEditor
            text={request.body}
            revision={fills.value}
            label="Body, JSON"
            offers={offers}
            onChange={(body) => edit({ body })}
            onSend={() => run(draft.peek())}
          />
          <Hints request={request} />
        </form>
        <div class="console-outcome" aria-busy={busy}>
          {outcome instanceof Error && <Failed error={outcome} />}
          {outcome && !(outcome instanceof Error) && <Answer reply={outcome} />}
          {!outcome && <Invitation />}
        </div>
      </div>
      <History
        onFill={fill}
        onRun={(past) => {
          fill(past);
          run(draft.peek());
        }}
      />
    </>
  );
}

async function loadApi(signal: AbortSignal): Promise<OpenApi> {
  return (await askWhole<OpenApi>("GET", "/openapi.json", { signal })).body;
}

async function loadCollections(signal: AbortSignal): Promise<string[]> {
  const { collections } = await ask<{ collections: { name: string }[] }>("GET", "/collections", { signal });
  return collections.map(({ name }) => name);
}

/** Fills in the request of the address without sending it. */
function useLink(): void {
  const { query } = route.value;
  const asked = query.toString();
  useEffect(() => {
    const path = query.get("path");
    if (path === null) return;
    const method = METHODS.find((known) => known === query.get("method")) ?? "GET";
    fill({ method, path, body: query.get("body") ?? "" });
  }, [asked]);
}

/** Sends one request at a time; the newest one is shown. */
function useSending() {
  const [outcome, setOutcome] = useState<Reply | Error>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (request: Request): Promise<void> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    const { method, body } = request;
    const hasBody = body.trim() !== "" && method !== "GET" && method !== "HEAD";
    const path = request.path.startsWith("/") ? request.path : `/${request.path}`;
    const start = performance.now();
    const reply = await send(method, path, { signal: abort.signal, ...(hasBody && { body }) }).catch(
      (error: Error) => error,
    );
    if (running.current !== abort) return;
    running.current = null;
    setBusy(false);
    if (abort.signal.aborted) return;
    setOutcome(reply);
    const status = reply instanceof Error ? 0 : reply.status;
    remember({ method, path, body, status, ms: performance.now() - start });
  };
  const stop = (): void => running.current?.abort();
  return { outcome, busy, run: (request: Request) => void run(request), stop };
}

function Head({ collection }: { collection: string }) {
  const examples = examplesFor(collection);
  return (
    <div class="page-head">
      <h1>Console</h1>
      <select
        class="console-examples"
        aria-label="Examples"
        value=""
        onChange={({ currentTarget }) => {
          const example = examples[Number(currentTarget.value)];
          if (example) fill(example);
          currentTarget.value = "";
        }}
      >
        <option value="">Start from an example</option>
        {examples.map(({ name }, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface LineProps {
  readonly request: Request;
  readonly api: OpenApi | undefined;
  readonly collections: readonly string[];
  readonly busy: boolean;
  onEdit(change: Partial<Request>): void;
  onStop(): void;
}

function RequestLine({ request, api, collections, busy, onEdit, onStop }: LineProps) {
  const { method, path } = request;
  const suggestions = useMemo(
    () => suggestionsFor(api ?? NO_SUGGESTIONS, method, collections),
    [api, method, collections.join()],
  );
  return (
    <div class="console-line">
      <select
        aria-label="Method"
        value={method}
        onChange={({ currentTarget }) => onEdit({ method: currentTarget.value as Method })}
      >
        {METHODS.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <input
        class="mono"
        aria-label="Path"
        list="console-paths"
        spellcheck={false}
        autocomplete="off"
        value={path}
        placeholder="/collections"
        onInput={({ currentTarget }) => onEdit({ path: currentTarget.value })}
      />
      <datalist id="console-paths">
        {suggestions.map((suggestion) => (
          <option key={suggestion.path} value={suggestion.path}>
            {suggestion.summary}
          </option>
        ))}
      </datalist>
      {busy ? (
        <button type="button" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" class="primary">
          <Icon name="play" /> Send
        </button>
      )}
    </div>
  );
}

function Hints({ request }: { request: Request }) {
  const { method, path, body } = request;
  const link = location.origin + location.pathname + linkTo(["console"], { method, path, body });
  const isLeftOut = body.trim() !== "" && (method === "GET" || method === "HEAD");
  return (
    <div class="row spread">
      <span class="small muted">
        {isLeftOut
          ? `A ${method} request has no body: it is not sent.`
          : "Ctrl+Enter sends, Ctrl+Space completes. Tab indents; Escape, then Tab leaves the editor."}
      </span>
      <CopyButton text={link} label="Copy link" />
    </div>
  );
}

function Invitation() {
  return (
    <div class="card empty">
      <Icon name="terminal" />
      <p>Send a request to see its answer here. Your credential is added to it.</p>
    </div>
  );
}
