// Goes to the row of a point by its id.
import { useState } from "preact/hooks";
import { ID_RULE, parseId } from "../../../api/ids.ts";
import type { PointId } from "../../../api/types.ts";
import { Button } from "../../../kit/button.tsx";
import { Form } from "../../../kit/form.tsx";
import { hasPoint } from "./point.ts";

export function Jump({ collection, onFound }: { collection: string; onFound: (id: PointId) => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const go = async (): Promise<void> => {
    const id = parseId(text);
    if (id === null) return setError(ID_RULE);
    try {
      if (await hasPoint(collection, id)) onFound(id);
      else setError(`There is no point ${id}`);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <Form class="points-jump" onSubmit={go}>
      <input
        class="mono"
        aria-label="Go to id"
        aria-invalid={error ? "true" : undefined}
        placeholder="Go to id"
        autocomplete="off"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Button icon="right" type="submit" class="quiet" aria-label="Go" disabled={text.trim() === ""} />
      {error && (
        <p class="points-error small" role="alert">
          {error}
        </p>
      )}
    </Form>
  );
}
