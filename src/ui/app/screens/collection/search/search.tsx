// The search tab: the query on one side, results and their quality on the other.

import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { anyPoint } from "../find/any-point.ts";
import { allVectorsOf, type Info, scoredTexts, vectorsOf } from "../info.ts";
import { NoPoints } from "../no-points.tsx";
import type { TabProps } from "../tabs.ts";
import { useSearch } from "./answered.ts";
import { type Input, inputOf } from "./body.ts";
import { usualRecall } from "./effort.tsx";
import { BLANK, type Form, type Way } from "./form.ts";
import { Options } from "./options.tsx";
import { Outcome } from "./outcome.tsx";
import { Question } from "./question.tsx";
import { SearchFilter } from "./search-filter.tsx";
import { useForm } from "./use-form.ts";

/**
 * The id of the form. The filter has forms of its own, which cannot be nested, so the button refers to this one by id.
 */
const FORM = "search-form";

export function Search({ name, info, onChange }: TabProps) {
  const vectors = allVectorsOf(info);
  const blank = blankFor(info);
  const hasDense = vectorsOf(info).size > 0;
  const first = async (): Promise<Partial<Form> | undefined> => {
    const id = hasDense && info.points_count > 0 ? await anyPoint(name, blank.using) : null;
    return id === null ? undefined : { way: "like", like: String(id) };
  };
  const state = useForm(name, blank, (vector) => vectors.get(vector)?.size, first);
  const found = useSearch(name, state);
  const { form, unclear } = state;
  const refused = found.error && state.asked && inputOf(found.error.message, state.asked.form);
  const problem = (input: Input): string | undefined => {
    if (unclear?.input === input) return unclear.message;
    return refused === input ? found.error?.message : undefined;
  };
  const part = { name, info, form, problem, onEdit: state.edit, onRun: state.run };
  if (vectors.size === 0 && scoredTexts(info).length === 0) return <NothingToCompare />;
  if (info.points_count === 0)
    return (
      <NoPoints name={name} icon="search">
        There are no points to search yet.
      </NoPoints>
    );
  return (
    <div class="search">
      <div class="card search-form">
        <form
          id={FORM}
          class="search-form"
          aria-label="Search"
          onSubmit={(event) => {
            event.preventDefault();
            state.run();
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) state.run();
          }}
        >
          <Question {...part} />
          <Options {...part} />
        </form>
        <SearchFilter
          {...{ name, info }}
          text={form.filter}
          problem={problem("filter")}
          onChange={(filter) => (state.asked ? state.run({ filter }) : state.edit({ filter }))}
        />
        <Button icon="search" type="submit" form={FORM} class="primary" text="Search" />
      </div>
      <Outcome {...{ name, state, found, info, onChange }} isAtInput={refused !== undefined} />
    </div>
  );
}

/** Returns the form of a collection before anything is typed. */
function blankFor(info: Info): Form {
  const vectors = allVectorsOf(info);
  const [first = ""] = vectors.keys();
  const using = vectors.has("") ? "" : first;
  const [field = ""] = scoredTexts(info);
  const way: Way = vectorsOf(info).size > 0 ? "like" : vectors.size > 0 ? "vector" : "words";
  return {
    ...BLANK,
    way,
    field,
    using,
    recall: usualRecall(info, using),
    match: field === "" ? "model" : "words",
  };
}

function NothingToCompare() {
  return (
    <div class="card empty">
      <Icon name="search" />
      <p>This collection has no vectors and no text index that scores: there is nothing to compare.</p>
    </div>
  );
}
