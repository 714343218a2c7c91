// The elements of the editor and of the view of an answer: shadow roots that are filled when their bundle is loaded.
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Notice } from "../../kit/notice.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import type { Editor, EditorParts, JsonParts } from "./editor-view.ts";

type Bundle = typeof import("./editor-view.ts");

/** @param create is called again when one of `deps` changes */
function useEditor(
  editor: { current: Editor | null },
  create: (bundle: Bundle, root: ShadowRoot) => Editor,
  deps: readonly unknown[] = [],
) {
  const host = useRef<HTMLDivElement>(null);
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
  return { host, error, isLoading };
}

/** Returns an object with the members of the newest properties, for an editor that outlives them. */
function useNewest<Props extends object>(props: Props): Props {
  const newest = useRef(props);
  newest.current = props;
  return useMemo(() => new Proxy(props, { get: (_, name) => newest.current[name as keyof Props] }), []);
}

/** Edits requests. A text that was not typed is shown by the handle. */
export function RequestEditor({ handle, ...props }: EditorParts & { handle: { current: Editor | null } }) {
  const parts = useNewest(props);
  return <Frame {...useEditor(handle, ({ createEditor }, root) => createEditor(root, "Requests", parts))} />;
}

interface JsonProps extends JsonParts {
  readonly label: string;
  /** Changes when `text` was not typed here and must replace the content. */
  readonly revision: number;
}

/** Edits one JSON value. */
export function JsonEditor(props: JsonProps) {
  const editor = useRef<Editor>(null);
  const parts = useNewest(props);
  const frame = useEditor(editor, ({ createJsonEditor }, root) => createJsonEditor(root, props.label, parts));
  useEffect(() => editor.current?.show(props.text, 0), [props.revision]);
  return <Frame {...frame} />;
}

/** Shows a text with folding and colours. */
export function TextView({ text, label }: { readonly text: string; readonly label: string }) {
  const editor = useRef<Editor>(null);
  const frame = useEditor(editor, ({ createViewer }, root) => createViewer(root, label, text), [text]);
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
