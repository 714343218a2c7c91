// The element of the editor: a shadow root that is filled when its bundle is loaded.
import { useEffect, useRef, useState } from "preact/hooks";
import { Notice } from "../../kit/notice.tsx";
import type { Editor, EditorParts } from "./editor-view.ts";

interface Props extends Omit<EditorParts, "root"> {
  /** Changes when `text` was not typed here and must replace the content. */
  readonly revision: number;
}

export function JsonEditor(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [error, setError] = useState<Error>();
  useEffect(() => {
    let isGone = false;
    import("./editor-view.ts").then(({ createEditor }) => {
      if (isGone || !host.current) return;
      const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
      editor.current = createEditor({
        root,
        text: latest.current.text,
        label: latest.current.label,
        offers: (before) => latest.current.offers(before),
        onChange: (text) => latest.current.onChange(text),
        onSend: () => latest.current.onSend(),
      });
    }, setError);
    return () => {
      isGone = true;
      editor.current?.destroy();
    };
  }, []);
  useEffect(() => editor.current?.setText(latest.current.text), [props.revision]);
  return (
    <>
      <div ref={host} class="console-editor" />
      {error && (
        <Notice kind="danger">The editor could not be loaded: {error.message}. Reload the page.</Notice>
      )}
    </>
  );
}
