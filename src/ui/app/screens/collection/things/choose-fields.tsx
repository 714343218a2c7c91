// Chooses the label field and the image field of a collection.
import { SelectField } from "../../../kit/inputs.tsx";
import { thingsOf } from "./things.ts";

const GUESSED = "guess";
const KINDS = [
  ["label", "Label of a point"],
  ["image", "Image of a point"],
] as const;

export function ChooseFields({ collection }: { collection: string }) {
  const things = thingsOf(collection);
  const { choice, fields, known } = things;
  return (
    <div class="stack tight">
      {KINDS.map(([kind, name]) => {
        const chosen = choice.value[kind];
        const all = [...new Set([...known, ...(chosen ? [chosen] : [])])];
        return (
          <SelectField
            key={kind}
            label={name}
            choices={{
              [GUESSED]: chosen === undefined ? `Auto-detect: ${fields[kind] ?? "none"}` : "Auto-detect",
              "=": "None",
              ...Object.fromEntries(all.map((one) => [`=${one}`, one])),
            }}
            value={chosen === undefined ? GUESSED : `=${chosen}`}
            onChange={(value) => things.choose({ [kind]: value === GUESSED ? undefined : value.slice(1) })}
          />
        );
      })}
    </div>
  );
}
