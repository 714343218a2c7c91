// The options of a search: its vector, limit, recall and others.
import { count } from "../../../kit/format.ts";
import { Check, SelectField, TextField } from "../../../kit/inputs.tsx";
import { allVectorsOf } from "../info.ts";
import { Effort, usualRecall } from "./effort.tsx";
import type { PartProps } from "./part.ts";

export function Options(props: PartProps) {
  const { form, info, problem, onEdit } = props;
  const vectors = allVectorsOf(info);
  const compare = (using: string): void => {
    const isUsual = form.recall === usualRecall(info, form.using);
    onEdit({ using, ...(isUsual && { recall: usualRecall(info, using) }) });
  };
  const isWords = form.way === "words" && form.match === "words";
  const hasEffort = !isWords && vectors.get(form.using)?.size !== 0;
  const names = Array.from(vectors, ([vector, { size, distance }]) => {
    return [
      vector,
      `${vector || "(no name)"}, ${size === 0 ? "sparse" : `${count(size)} dims, ${distance}`}`,
    ];
  });
  return (
    <>
      {!isWords && (vectors.size > 1 || !vectors.has("")) && (
        <SelectField
          label="Vector to compare"
          error={problem("using")}
          choices={Object.fromEntries(names)}
          value={form.using}
          onChange={compare}
        />
      )}
      <div class="search-pair">
        <NumberField {...props} input="limit" label="Limit" placeholder="10" />
        <NumberField {...props} input="offset" label="Offset" placeholder="0" />
      </div>
      {hasEffort && <Effort {...props} />}
      <div class="search-pair">
        <NumberField {...props} input="threshold" label="Score threshold" placeholder="None" />
        <div class="search-checks">
          {hasEffort && (
            <Check checked={form.exact} onChange={(exact) => onEdit({ exact })}>
              Exact scan
            </Check>
          )}
          <Check checked={form.vectors} onChange={(vectors) => onEdit({ vectors })}>
            With vectors
          </Check>
        </div>
      </div>
    </>
  );
}

interface NumberProps extends PartProps {
  readonly input: "limit" | "offset" | "threshold";
  readonly label: string;
  readonly placeholder: string;
}

function NumberField({ form, input, label, placeholder, problem, onEdit }: NumberProps) {
  return (
    <TextField
      {...{ label, placeholder }}
      error={problem(input)}
      inputMode="decimal"
      value={form[input]}
      onChange={(value) => onEdit({ [input]: value })}
    />
  );
}
