// "Create integer index on bucket": the index that a filter lacks, made by one click where its cost is seen.
import { tell } from "../../../kit/toast.tsx";
import { IndexButton } from "../index-button.tsx";
import type { Answered } from "./answered.ts";
import type { ServedCondition } from "./explanation.ts";
import { indexTypeFor, valuesAt } from "./index-type.ts";

interface Props {
  readonly shown: Answered;
  readonly served: ServedCondition;
}

export function CreateIndex({ shown, served: { condition, check } }: Props) {
  const { name, answer, found, onChange } = shown;
  const values = answer.points.flatMap(({ payload }) => valuesAt(payload, condition));
  const type = indexTypeFor(check, values);
  if (type === null) return null;
  return (
    <IndexButton
      collection={name}
      field={condition}
      type={type}
      icon="plus"
      text={`Create ${type} index on ${condition}`}
      onDone={() => {
        tell(`Index on ${condition} created`);
        onChange();
        found.reload();
      }}
    />
  );
}
