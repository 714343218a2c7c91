// A text to search for: by its words in a text index, by the vector that a model makes of it, or by both.
import { ask } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { mayUse } from "../../../api/session.ts";
import { Field } from "../../../kit/field.tsx";
import { percent } from "../../../kit/format.ts";
import { SelectField, TextField } from "../../../kit/inputs.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { scoredTexts, vectorsOf } from "../info.ts";
import type { Dense, Match } from "./form.ts";
import type { PartProps } from "./part.ts";

interface Props extends PartProps {
  /** The models of the server; undefined: this user may not list them. */
  readonly models: readonly string[] | undefined;
}

const MATCH_TEXTS: Readonly<Record<Match, string>> = {
  words: "Ranks by BM25. Words in quotes are a phrase, a star at the end of a word stands for any ending",
  model: "Finds texts of a similar meaning: the model makes a vector of the text",
  hybrid: "Fuses the ranks of both searches",
};

const MATCH_NAMES = [
  { id: "words", name: "Words" },
  { id: "model", name: "Meaning" },
  { id: "hybrid", name: "Hybrid" },
] as const;
const DENSE_NAMES = [
  { id: "best", name: "Of the best match" },
  { id: "like", name: "Of a point" },
  { id: "vector", name: "Pasted" },
  { id: "model", name: "Of the text" },
] as const;

export function TextInput({ form, info, models, problem, onEdit }: Props) {
  const scored = scoredTexts(info);
  const hasDense = vectorsOf(info).size > 0;
  const hasModel = hasDense && models?.length !== 0;
  const has: Readonly<Record<Match, boolean>> = {
    words: scored.length > 0,
    model: hasModel,
    hybrid: scored.length > 0 && hasDense,
  };
  const isHybrid = form.match === "hybrid";
  const usesModel = form.match === "model" || (isHybrid && form.dense === "model");
  const model = {
    label: "Model",
    error: problem("model"),
    hint: "A model of the server that made the vectors of this collection",
    value: form.model,
    onChange: (name: string) => onEdit({ model: name }),
  };
  return (
    <>
      <TextField
        label="Text"
        error={problem("words")}
        hint={MATCH_TEXTS[form.match]}
        placeholder="a lazy fox"
        value={form.words}
        onChange={(words) => onEdit({ words })}
      />
      <Segmented<Match>
        label="Match by"
        choices={MATCH_NAMES.filter(({ id }) => has[id])}
        current={form.match}
        onChange={(match) => onEdit({ match })}
      />
      {form.match !== "model" && scored.length > 1 && (
        <SelectField
          label="Text index"
          error={problem("field")}
          choices={scored}
          value={form.field}
          onChange={(field) => onEdit({ field })}
        />
      )}
      {isHybrid && (
        <>
          <Weight alpha={form.alpha} onChange={(alpha) => onEdit({ alpha })} />
          <Segmented<Dense>
            label="Vector of the hybrid search"
            choices={DENSE_NAMES.filter(({ id }) => id !== "model" || hasModel)}
            current={form.dense}
            onChange={(dense) => onEdit({ dense })}
          />
        </>
      )}
      {usesModel &&
        (models ? (
          <SelectField {...model} choices={{ "": "Choose a model", ...namesOf(models) }} />
        ) : (
          <TextField {...model} spellcheck={false} />
        ))}
    </>
  );
}

function namesOf(models: readonly string[]): Record<string, string> {
  return Object.fromEntries(models.map((name) => [name, name]));
}

function Weight({ alpha, onChange }: { alpha: string; onChange(alpha: string): void }) {
  const share = Number(alpha);
  return (
    <Field
      label="Weight of the vector"
      hint={`${percent(share)} for the vector, ${percent(1 - share)} for the words`}
    >
      {(attributes) => (
        <input
          {...attributes}
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={alpha}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Returns the names of the models of the server; undefined while they are not known, or for users who are no admin. */
export function useModels(isNeeded: boolean): readonly string[] | undefined {
  const mayAsk = isNeeded && mayUse("admin");
  const found = useResource(
    async (signal) =>
      mayAsk ? ask<{ models: { name: string }[] }>("GET", "/inference/models", { signal }) : undefined,
    [mayAsk],
  );
  return found.value?.models.map(({ name }) => name);
}
