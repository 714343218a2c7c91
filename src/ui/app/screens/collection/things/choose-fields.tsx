// Chooses the label field and the image field of a collection.
import { Field } from "../../../kit/field.tsx";
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
          <Field key={kind} label={name}>
            {(field) => (
              <select
                {...field}
                value={chosen === undefined ? GUESSED : `=${chosen}`}
                onChange={({ currentTarget: { value } }) =>
                  things.choose({ [kind]: value === GUESSED ? undefined : value.slice(1) })
                }
              >
                <option value={GUESSED}>
                  {chosen === undefined ? `Auto-detect: ${fields[kind] ?? "none"}` : "Auto-detect"}
                </option>
                <option value="=">None</option>
                {all.map((one) => (
                  <option key={one} value={`=${one}`}>
                    {one}
                  </option>
                ))}
              </select>
            )}
          </Field>
        );
      })}
    </div>
  );
}
