// The elements of the editor and of the view of an answer: shadow roots that are filled when their bundle is loaded.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Notice } from "../../kit/notice.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import type { Editor, EditorParts, JsonParts } from "./editor-view.ts";

type Bundle = typeof import("./editor-view.ts");

/** @param create is called again when one of `deps` changes */
function useEditor(create: (bundle: Bundle, root: ShadowRoot) => Editor, deps: readonly unknown[]) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [error, setError] = useState<Error>();
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    let isGone = false;
    import("./editor-view.ts").then((bundle) => {
      if (isGone || !host.current) return;
      setLoading(false);
      const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
      editor.current = create(bundle, root);
    }, setError);
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, [...deps]);
  return { frame: { host, error, isLoading }, editor };
}

export interface EditorHandle {
  readonly position: number;
  show(text: string, position: number): void;
}

/** Edits requests. Another `text` than was typed is shown by `show` of the handle. */
export function RequestEditor({
  handle,
  ...props
}: EditorParts & { readonly handle: { current: EditorHandle | null } }) {
  const latest = useRef(props);
  latest.current = props;
  const { frame, editor } = useEditor(
    ({ createEditor }, root) =>
      createEditor(root, "Requests", {
        text: latest.current.text,
        position: latest.current.position,
        offers: (...given) => latest.current.offers(...given),
        paths: (method) => latest.current.paths(method),
        onChange: (text) => latest.current.onChange(text),
        onMove: (position) => latest.current.onMove(position),
        onRun: (request) => latest.current.onRun(request),
      }),
    [],
  );
  useEffect(() => {
    handle.current = {
      get position() {
        return editor.current?.position ?? 0;
      },
      show(text, position) {
        latest.current.onChange(text);
        editor.current?.show(text, position);
      },
    };
  }, []);
  return <Frame {...frame} />;
}

interface JsonProps extends JsonParts {
  readonly label: string;
  /** Changes when `text` was not typed here and must replace the content. */
  readonly revision: number;
}

/** Edits one JSON value. */
export function JsonEditor(props: JsonProps) {
  const latest = useRef(props);
  latest.current = props;
  const { frame, editor } = useEditor(
    ({ createJsonEditor }, root) =>
      createJsonEditor(root, latest.current.label, {
        text: latest.current.text,
        onChange: (text) => latest.current.onChange(text),
        onSend: () => latest.current.onSend(),
      }),
    [],
  );
  useEffect(() => editor.current?.show(latest.current.text, 0), [props.revision]);
  return <Frame {...frame} />;
}

/** Shows a text with folding and colours. */
export function TextView({ text, label }: { readonly text: string; readonly label: string }) {
  const { frame } = useEditor(({ createViewer }, root) => createViewer(root, text, label), [text]);
  return <Frame {...frame} />;
}

interface FrameProps {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

/** The host of the shadow root. Its own content is shown until there is one. */
function Frame({ host, error, isLoading }: FrameProps) {
  return (
    <>
      <div ref={host} class="console-editor" aria-busy={isLoading && !error}>
        {isLoading && !error && <Skeleton />}
      </div>
      {error && (
        <Notice kind="danger">The editor could not be loaded: {error.message}. Reload the page.</Notice>
      )}
    </>
  );
}
