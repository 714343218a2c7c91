// The filter of a search, as chips like those of the points table.
// The decision: changing the filter while results are visible runs the search again, as it reloads the table.
import { useMemo } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import type { Info } from "../info.ts";
import { type Filter, parseFilter, writeFilter } from "../points/filter/chips.ts";
import { FilterBar } from "../points/filter/filter-bar.tsx";

interface Props {
  readonly name: string;
  readonly info: Info;
  /** The filter as written in the address. */
  readonly text: string;
  readonly problem: string | undefined;
  onChange(text: string): void;
}

export function SearchFilter({ name, info, text, problem, onChange }: Props) {
  const { filter, error } = useMemo(() => read(text), [text]);
  const said = problem ?? error;
  return (
    <div class={said ? "field wrong" : "field"}>
      <div class="field-label">Filter</div>
      <FilterBar
        collection={name}
        info={info}
        filter={filter}
        onChange={(changed) => onChange(writeFilter(changed))}
      />
      {said && (
        <div class="hint" role="alert">
          {said} {error && <Button class="inline" onClick={() => onChange("")} text="Remove the filter" />}
        </div>
      )}
    </div>
  );
}

function read(text: string): { filter?: Filter | undefined; error?: string } {
  try {
    return { filter: parseFilter(text) };
  } catch (error) {
    return { error: `The filter in the address cannot be read: ${(error as Error).message}` };
  }
}
