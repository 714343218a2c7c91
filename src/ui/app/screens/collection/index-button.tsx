// A button that creates the index of a field at the place where it is missed.
import { ask } from "../../api/request.ts";
import { useAction } from "../../kit/action.ts";
import { Button } from "../../kit/button.tsx";
import type { IconName } from "../../kit/icon.tsx";
import { Failed } from "../../kit/notice.tsx";
import { pathOf } from "./info.ts";

interface Props {
  readonly collection: string;
  /** The path of the field. */
  readonly field: string;
  readonly type: string | undefined;
  readonly text: string;
  readonly icon?: IconName;
  readonly class?: string;
  onDone(): void;
}

export function IndexButton({ collection, field, type, text, onDone, ...look }: Props) {
  const { busy, error, run } = useAction(async () => {
    const body = { field_name: field, field_schema: type };
    await ask("PUT", pathOf(collection, "/index?wait=true"), { body });
    onDone();
  });
  return (
    <>
      <Button
        {...look}
        text={busy ? "Indexing …" : text}
        needs="write"
        disabled={busy}
        onClick={() => run()}
      />
      <Failed error={error} />
    </>
  );
}
