// The form of both views: the point or the query that they show, typed as an id, a text or a vector, or drawn.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import { Button } from "../../../kit/button.tsx";
import { Form } from "../../../kit/form.tsx";
import { TextField } from "../../../kit/inputs.tsx";
import { tellFailure } from "../../../kit/toast.tsx";
import { anyPoint } from "../find/any-point.ts";
import { WordChoice } from "../find/word-choice.tsx";
import { Thing } from "../things/thing.tsx";
import type { ViewProps } from "./view.ts";

interface Props extends Pick<ViewProps, "name" | "info" | "vector"> {
  readonly label: string;
  readonly hint: string;
  /** The text of the button. */
  readonly submit: string;
  /** The text of the point or query that is shown. */
  readonly asked: string;
  /** Further inputs. */
  readonly children: ComponentChildren;
  /** Shows what was typed. @throws Error that says why it cannot be shown */
  onAsk(text: string): void;
}

export function Chooser({ name, info, vector, label, hint, submit, asked, children, onAsk }: Props) {
  // What is typed stays when a drawn point arrives meanwhile.
  const [edited, setEdited] = useState<string>();
  const text = edited ?? asked;
  const [error, setError] = useState<string>();
  const ask = (typed: string): void => {
    try {
      onAsk(typed);
      setEdited(undefined);
      setError(undefined);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  const draw = () => anyPoint(name, vector).then((id) => id !== null && ask(String(id)), tellFailure);
  const id = parseId(text);
  return (
    <Form class="card graph-question" onSubmit={() => ask(text)}>
      <TextField
        label={label}
        hint={id === null ? hint : <Thing id={id} short />}
        error={error}
        class="mono"
        required
        spellcheck={false}
        value={text}
        onChange={setEdited}
      />
      {children}
      <div class="row graph-ask">
        <Button type="submit" class="primary" text={submit} />
        <Button onClick={draw} text="Random point" />
      </div>
      {!isVector(text) && (
        <div class="graph-found">
          <WordChoice name={name} info={info} typed={text} onChoose={ask} />
        </div>
      )}
    </Form>
  );
}

/** Returns whether the text is a vector; brackets are optional. */
export function isVector(text: string): boolean {
  return /^\s*(?:\[|[-+.\de]+\s*,)/i.test(text);
}
