// The filter of a table as chips and as JSON; the screen keeps it in its address.
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../../../kit/button.tsx";
import { Form } from "../../../../kit/form.tsx";
import { TextArea } from "../../../../kit/inputs.tsx";
import type { Info } from "../../info.ts";
import {
  type Condition,
  chipsOf,
  type Filter,
  filterOf,
  parseFilter,
  wordsOf,
  writeFilter,
} from "./chips.ts";
import { ConditionForm } from "./condition-form.tsx";

interface Props {
  readonly collection: string;
  readonly info: Info;
  readonly filter: Filter | undefined;
  onChange(filter: Filter | undefined): void;
}

export function FilterBar({ collection, info, filter, onChange }: Props) {
  const [editing, setEditing] = useState<number | "new">();
  const [isText, setText] = useState(false);
  const { conditions, rest } = chipsOf(filter ?? {});
  const replace = (at: number, by: readonly Condition[]): void =>
    onChange(filterOf({ conditions: conditions.toSpliced(at, 1, ...by), rest }));
  const done = (condition: Condition): void => {
    setEditing(undefined);
    if (editing === "new") onChange(filterOf({ conditions: [...conditions, condition], rest }));
    else replace(editing!, [condition]);
  };
  return (
    <div class="stack points-filter">
      <section class="row" aria-label="Filter">
        {conditions.map((condition, at) => (
          <Chip
            key={`${at} ${wordsOf(condition)}`}
            words={wordsOf(condition)}
            onEdit={() => setEditing(at)}
            onRemove={() => replace(at, [])}
          />
        ))}
        {rest && (
          <Chip
            words="custom condition"
            onEdit={() => setText(true)}
            onRemove={() => onChange(filterOf({ conditions, rest: undefined }))}
          />
        )}
        <Button icon="filter" text="Add filter" class="chip points-add" onClick={() => setEditing("new")} />
        <Button class="quiet small" aria-expanded={isText} onClick={() => setText((before) => !before)}>
          {isText ? "Hide JSON" : "Filter as JSON"}
        </Button>
      </section>
      {isText && <FilterText filter={filter} onChange={onChange} />}
      {editing !== undefined && (
        <ConditionForm
          key={editing}
          {...{ collection, info }}
          condition={editing === "new" ? undefined : conditions[editing]}
          others={
            editing === "new" ? filter : filterOf({ conditions: conditions.toSpliced(editing, 1), rest })
          }
          onDone={done}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}

function Chip({ words, onEdit, onRemove }: { words: string; onEdit: () => void; onRemove: () => void }) {
  return (
    <span class="chip points-chip">
      <Button text={words} title={`Edit: ${words}`} onClick={onEdit} />
      <Button icon="close" aria-label={`Remove filter ${words}`} onClick={onRemove} />
    </span>
  );
}

function FilterText({ filter, onChange }: Pick<Props, "filter" | "onChange">) {
  const shown = writeFilter(filter, 2);
  const [text, setText] = useState(shown);
  const [error, setError] = useState<string>();
  useEffect(() => {
    setText(shown);
    setError(undefined);
  }, [shown]);
  const apply = (): void => {
    try {
      onChange(parseFilter(text));
      setError(undefined);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <Form onSubmit={apply}>
      <TextArea
        label="Filter as JSON"
        error={error}
        hint="must, must_not, should, min_should. Empty: all points"
        rows={Math.min(9, Math.max(2, text.split("\n").length))}
        value={text}
        onChange={setText}
      />
      <div class="row">
        <Button text="Apply JSON" type="submit" />
      </div>
    </Form>
  );
}
