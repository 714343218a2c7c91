// Chooses with what the shown search is compared: a usual change of it, or the next searches of the form.
import type { Answer } from "./answer.ts";
import { isByText } from "./body.ts";
import type { Form } from "./form.ts";
import type { FormState } from "./use-form.ts";

const MORE_EFFORT = 4;

interface Other {
  readonly name: string;
  /** Absent: what is searched next. */
  readonly change?: Partial<Form>;
}

export function CompareChoice({ answer, state }: { answer: Answer; state: FormState }) {
  if (state.against) {
    return (
      <button type="button" onClick={state.single}>
        End the comparison
      </button>
    );
  }
  const others = othersOf(answer, state.asked?.form);
  return (
    <select
      class="search-compare"
      aria-label="Compare with"
      value=""
      onChange={({ currentTarget }) => {
        state.compare(others[Number(currentTarget.value)]?.change);
        currentTarget.value = "";
      }}
    >
      <option value="">Compare with …</option>
      {others.map(({ name }, at) => (
        <option key={name} value={String(at)}>
          {name}
        </option>
      ))}
    </select>
  );
}

function othersOf({ body, explain }: Answer, form: Form | undefined): Other[] {
  const others: Other[] = [];
  const isDense = !isByText(body) && explain?.sparse === undefined;
  const ef = explain?.ef;
  if (isDense && !body.params.exact) others.push({ name: "An exact scan", change: { exact: true } });
  if (isDense && ef)
    others.push({
      name: `Search effort (ef) ${ef * MORE_EFFORT}`,
      change: { fixed: true, ef: String(ef * MORE_EFFORT), exact: false },
    });
  if (body.filter !== undefined) others.push({ name: "The same without filter", change: { filter: "" } });
  if (form?.way === "words" && form.match === "hybrid")
    others.push({ name: "Words alone", change: { match: "words" } });
  others.push({ name: "The next search" });
  return others;
}
