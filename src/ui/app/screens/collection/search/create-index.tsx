// "Create integer index on bucket": the index that a filter lacks, made by one click where its cost is seen.
import { ask } from "../../../api/request.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { tell } from "../../../kit/toast.tsx";
import { pathOf } from "../info.ts";
import type { ServedCondition } from "./explanation.ts";
import { indexTypeFor, valuesAt } from "./index-type.ts";
import type { Found } from "./recall.ts";

interface Props {
  readonly collection: string;
  readonly served: ServedCondition;
  /** Found points, whose values tell the type. */
  readonly points: readonly Found[];
  onCreated(): void;
}

export function CreateIndex({ collection, served: { condition, check }, points, onCreated }: Props) {
  const type = indexTypeFor(
    check,
    points.flatMap(({ payload }) => valuesAt(payload, condition)),
  );
  const { busy, error, run } = useAction(async () => {
    const body = { field_name: condition, field_schema: type };
    await ask("PUT", pathOf(collection, "/index?wait=true"), { body });
    tell(`Index on ${condition} created`);
    onCreated();
  });
  if (type === null) return null;
  return (
    <>
      <Button
        icon="plus"
        onClick={() => run()}
        disabled={busy}
        needs="write"
        text={busy ? "Creating the index …" : `Create ${type} index on ${condition}`}
      />
      <Failed error={error} />
    </>
  );
}
