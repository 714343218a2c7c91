// The console screen: a document of requests to the API, each with a button that runs it, and the answer beside it.
// The decision: a link adds a request and never sends it, and only "Copy link" writes a body into an address.
import { useEffect, useRef, useState } from "preact/hooks";
import { isLive, useCollections } from "../../api/collections.ts";
import { jsonOrText } from "../../api/json.ts";
import { askWhole, type Reply, send } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { Button } from "../../kit/button.tsx";
import { CopyButton } from "../../kit/copy.tsx";
import { useCurl } from "../../kit/curl.ts";
import { Icon } from "../../kit/icon.tsx";
import { Failed } from "../../kit/notice.tsx";
import { linkTo, route } from "../../shell/route.ts";
import { Answer } from "./answer.tsx";
import { Commands } from "./commands.tsx";
import { METHODS, type PlacedRequest, type Request, requestAt, withRequest } from "./document.ts";
import { RequestEditor } from "./editor.tsx";
import type { Editor } from "./editor-view.ts";
import { History } from "./history.tsx";
import { positionAt } from "./json-place.ts";
import { bodySchemaOf, isDestructive, type OpenApi, operationOf, suggestionsFor } from "./openapi.ts";
import { type Offer, offersAt } from "./schema.ts";
import { draft, remember, setDraft } from "./state.ts";

const NO_API: OpenApi = { paths: {} };

export function Console() {
  const editor = useRef<Editor>(null);
  const [position, setPosition] = useState(0);
  const [listing, setListing] = useState(false);
  const sending = useSending();
  const loaded = useResource(loadApi, []);
  const api = loaded.value ?? NO_API;
  const names = (useCollections().value ?? []).filter(isLive).map(({ name }) => name);
  const insert = (request: Request): void => {
    const { text, at } = withRequest(draft.peek(), request);
    setDraft(text);
    editor.current?.show(text, at);
    setPosition(at);
  };
  useLink(insert);
  const current = requestAt(draft.value, position);
  return (
    <>
      <div class="page-head">
        <h1>Console</h1>
        <Button icon="search" text="Endpoints and examples" onClick={() => setListing(true)} />
      </div>
      <div class="console">
        <section class="card console-request" aria-label="Requests">
          <Toolbar request={current} api={loaded.value} {...sending} />
          <RequestEditor
            handle={editor}
            text={draft.peek()}
            position={position}
            offers={(request, before) => offersFor(api, request, before)}
            paths={(method) => suggestionsFor(api, method, names)}
            onChange={setDraft}
            onMove={setPosition}
            onRun={sending.run}
          />
          <p class="small muted">
            Ctrl+Enter runs the request at the cursor, Ctrl+Space completes. Tab indents; Escape, then Tab
            leaves the editor.
          </p>
        </section>
        <div class="stack console-outcome" aria-busy={sending.busy}>
          <Outcome of={sending.outcome} />
        </div>
      </div>
      <History
        onFill={insert}
        onRun={(past) => {
          insert(past);
          sending.run(past);
        }}
      />
      {listing && (
        <Commands
          api={api}
          collection={names[0] ?? "places"}
          onClose={() => setListing(false)}
          onChoose={(request) => {
            setListing(false);
            insert(request);
          }}
        />
      )}
    </>
  );
}

async function loadApi(signal: AbortSignal): Promise<OpenApi> {
  return (await askWhole<OpenApi>("GET", "/openapi.json", { signal })).body;
}

function offersFor(api: OpenApi, { method, path }: PlacedRequest, before: string): readonly Offer[] {
  const schema = bodySchemaOf(operationOf(api, method, path));
  const position = positionAt(before);
  return schema && position ? offersAt(api, schema, position) : [];
}

/** Adds the request of the address to the document without sending it. */
function useLink(insert: (request: Request) => void): void {
  const { query } = route.value;
  const asked = query.toString();
  useEffect(() => {
    const path = query.get("path");
    if (path === null) return;
    const method = METHODS.find((known) => known === query.get("method")) ?? "GET";
    insert({ method, path, body: query.get("body") ?? "" });
  }, [asked]);
}

type Sending = ReturnType<typeof useSending>;

/** Sends one request at a time; the newest one is shown. */
function useSending() {
  const [outcome, setOutcome] = useState<Reply | Error>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async ({ method, path, body }: Request): Promise<void> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    const sent = takesBody(method) && body !== "" ? { body } : {};
    const start = performance.now();
    const reply = await send(method, path, { signal: abort.signal, ...sent }).catch((error: Error) => error);
    if (running.current !== abort) return;
    running.current = null;
    setBusy(false);
    if (abort.signal.aborted) return;
    setOutcome(reply);
    const status = reply instanceof Error ? 0 : reply.status;
    remember({ method, path, body, status, ms: performance.now() - start });
  };
  return {
    outcome,
    busy,
    run: (request: Request) => void run(request),
    stop: () => running.current?.abort(),
  };
}

function takesBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

interface ToolbarProps extends Sending {
  /** The request at the cursor. */
  readonly request: Request | undefined;
  readonly api: OpenApi | undefined;
}

function Toolbar({ request, api, busy, run, stop }: ToolbarProps) {
  const curl = useCurl();
  if (!request) return <p class="muted">Write a line such as GET /collections, or choose an endpoint.</p>;
  const { method, path, body } = request;
  const operation = operationOf(api ?? NO_API, method, path);
  const link = location.origin + location.pathname + linkTo(["console"], { method, path, body });
  const isLeftOut = body !== "" && !takesBody(method);
  const about = isLeftOut ? `A ${method} request has no body: it is not sent.` : operation?.summary;
  return (
    <div class="row spread console-tools">
      <div class="row">
        {busy ? (
          <Button text="Stop" onClick={stop} />
        ) : (
          <Button icon="play" text="Run" class="primary" onClick={() => run(request)} />
        )}
        <span class="small muted console-about">{about ?? (api && "Unknown endpoint")}</span>
        {isDestructive(method, path) && <span class="badge danger">Deletes</span>}
      </div>
      <div class="row console-take">
        <CopyButton
          text={curl(method, path, takesBody(method) && body !== "" ? jsonOrText(body) : undefined)}
          label="Copy as curl"
        />
        <CopyButton text={link} label="Copy link" />
      </div>
    </div>
  );
}

function Outcome({ of }: { of: Sending["outcome"] }) {
  if (of instanceof Error) return <Failed error={of} />;
  if (of) return <Answer reply={of} />;
  return (
    <div class="card empty">
      <Icon name="terminal" />
      <p>Run a request to see its answer here. You need not add a credential.</p>
    </div>
  );
}
