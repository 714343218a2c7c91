// Goes to the row of a point by its id.
import { useState } from "preact/hooks";
import { ID_RULE, parseId } from "../../../api/ids.ts";
import { parseJson } from "../../../api/json.ts";
import { rawMember } from "../../../api/raw-json.ts";
import type { PointId } from "../../../api/types.ts";
import { Icon } from "../../../kit/icon.tsx";
import { readPointText } from "./point.ts";

export function Jump({ collection, onFound }: { collection: string; onFound: (id: PointId) => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const id = parseId(text);
    if (id === null) return setError(ID_RULE);
    try {
      const point = await readPointText(collection, id);
      setError(point ? undefined : `There is no point ${id}`);
      if (point) onFound(parseJson(rawMember(point, "id")!) as PointId);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <form class="points-jump" onSubmit={submit}>
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
      <button type="submit" class="quiet" aria-label="Go" disabled={text.trim() === ""}>
        <Icon name="right" />
      </button>
      {error && (
        <p class="points-error small" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
