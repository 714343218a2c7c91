// The filter of a search, as chips like those of the points table.
// The decision: changing the filter while results are visible runs the search again, as it reloads the table.
import { useMemo } from "preact/hooks";
import { ask } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { type Info, pathOf, vectorsOf } from "../info.ts";
import { LoadedFields } from "../points/filter/cells.ts";
import { type Filter, parseFilter, writeFilter } from "../points/filter/chips.ts";
import { FilterBar } from "../points/filter/filter-bar.tsx";
import { type KnownField, typeOf } from "../points/filter/form.ts";
import type { Point } from "../points/point.ts";

interface Props {
  readonly name: string;
  readonly info: Info;
  /** The filter as written in the address. */
  readonly text: string;
  readonly problem: string | undefined;
  onChange(text: string): void;
}

const SAMPLE = 30;

export function SearchFilter({ name, info, text, problem, onChange }: Props) {
  const fields = useFields(name, info);
  const { filter, error } = useMemo(() => read(text), [text]);
  const said = problem ?? error;
  return (
    <div class={said ? "field wrong" : "field"}>
      <div class="field-label">Filter</div>
      <FilterBar
        filter={filter}
        fields={fields}
        vectors={[...vectorsOf(info).keys()]}
        onChange={(changed) => onChange(writeFilter(changed))}
      />
      {said && (
        <div class="hint" role="alert">
          {said}{" "}
          {error && (
            <button type="button" class="inline" onClick={() => onChange("")}>
              Remove the filter
            </button>
          )}
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

/** Returns the fields with an index, and those of the first points. */
function useFields(name: string, info: Info): readonly KnownField[] {
  const some = useResource(
    (signal) =>
      ask<{ points: readonly Point[] }>("POST", pathOf(name, "/points/scroll"), {
        body: { limit: SAMPLE, with_payload: true },
        signal,
      }),
    [name],
  );
  return useMemo(() => {
    const loaded = new LoadedFields(Object.keys(info.payload_schema));
    for (const { id, payload } of some.value?.points ?? []) loaded.add(id, payload);
    return loaded.names.map((field) => ({ name: field, type: typeOf(field, info, loaded) }));
  }, [some.value, info]);
}
