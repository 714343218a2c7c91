// "Create integer index on bucket": the index that a filter lacks, made by one click where its cost is seen.
import { ask } from "../../../api/request.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { tell } from "../../../kit/toast.tsx";
import { pathOf } from "../info.ts";
import type { Answered } from "./answered.ts";
import type { ServedCondition } from "./explanation.ts";
import { indexTypeFor, valuesAt } from "./index-type.ts";

interface Props {
  readonly shown: Answered;
  readonly served: ServedCondition;
}

export function CreateIndex({
  shown: { name, answer, found, onChange },
  served: { condition, check },
}: Props) {
  const type = indexTypeFor(
    check,
    answer.points.flatMap(({ payload }) => valuesAt(payload, condition)),
  );
  const { busy, error, run } = useAction(async () => {
    const body = { field_name: condition, field_schema: type };
    await ask("PUT", pathOf(name, "/index?wait=true"), { body });
    tell(`Index on ${condition} created`);
    onChange();
    found.reload();
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
