// The payload of one point as JSON, which can be edited and saved.
// The decision: the text is the one that the server has, with every digit, and what is sent is the text of the editor.
// Unsaved texts are drafts, which survive closing the panel.
import { useMemo, useRef } from "preact/hooks";
import { parseJson } from "../../../api/json.ts";
import { prettyJson } from "../../../api/pretty.ts";
import type { Payload, PointId } from "../../../api/types.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { Form } from "../../../kit/form.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { tell } from "../../../kit/toast.tsx";
import { JsonEditor } from "../../console/editor.tsx";
import { draftOf, setDraft } from "./drafts.ts";
import { savePayload } from "./point.ts";

interface Props {
  readonly collection: string;
  readonly id: PointId;
  /** The text of the payload on the server. */
  readonly raw: string;
  onChange(): void;
}

export function PayloadForm({ collection, id, raw, onChange }: Props) {
  const saved = useMemo(() => prettyJson(raw), [raw]);
  const text = draftOf(collection, id) ?? saved;
  const isDirty = text !== saved;
  // A text that was not typed replaces the content of the editor.
  const editor = useRef({ text, revision: 0 });
  if (editor.current.text !== text) editor.current = { text, revision: editor.current.revision + 1 };
  const edit = (changed: string): void => {
    editor.current.text = changed;
    action.forget();
    setDraft(collection, id, changed === saved ? undefined : changed);
  };
  const action = useAction(async () => {
    checkPayload(text);
    await savePayload(collection, id, text);
    setDraft(collection, id, undefined);
    onChange();
    tell(`Payload of ${id} saved`, async () => {
      await savePayload(collection, id, raw);
      onChange();
    });
  });
  return (
    <Form onSubmit={() => isDirty && action.run()}>
      <div class="row spread">
        <h3>Payload</h3>
        {isDirty && <span class="badge amber">Unsaved changes</span>}
      </div>
      <JsonEditor
        text={text}
        revision={editor.current.revision}
        label="Payload"
        onChange={edit}
        onSend={() => void action.run()}
      />
      <Failed error={action.error} />
      <div class="dialog-end">
        <Button disabled={!isDirty || action.busy} onClick={() => setDraft(collection, id, undefined)}>
          Reset
        </Button>
        <Button needs="write" type="submit" class="primary" disabled={!isDirty || action.busy}>
          {action.busy ? "Saving …" : "Save payload"}
        </Button>
      </div>
    </Form>
  );
}

/** Checks that a text is a payload. @throws Error if it is no JSON object */
export function checkPayload(text: string): Payload {
  const payload = parseJson(text);
  if (typeof payload !== "object" || payload === null || Array.isArray(payload))
    throw new Error('A payload is an object such as {"city": "Oslo"}');
  return payload as Payload;
}
