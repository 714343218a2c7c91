// Offers points for a text typed into an input for ids; it shows nothing if the text is an id.
import { parseId } from "../../../api/ids.ts";
import { ask } from "../../../api/request.ts";
import { type Resource, useResource } from "../../../api/resource.ts";
import { type Info, pathOf } from "../info.ts";
import { type Suggested, textFields, textIndexes } from "./by-text.ts";
import { PointChoice } from "./point-choice.tsx";

const SAMPLE_POINTS = 30;

interface Props {
  readonly name: string;
  readonly info: Info;
  readonly typed: string;
  onChoose(id: string): void;
}

export function WordChoice({ name, info, typed, onChoose }: Props) {
  return isWord(typed) ? <Choice {...{ name, info, typed, onChoose }} /> : null;
}

function Choice({ name, info, typed, onChoose }: Props) {
  const first = useFirstPoints(name);
  if (!first.value) return null;
  return (
    <PointChoice {...{ name, typed, onChoose }} fields={textFields(first.value.points, textIndexes(info))} />
  );
}

/** Loads the first points, whose payloads show which fields contain texts. */
export function useFirstPoints(name: string): Resource<{ readonly points: readonly Suggested[] }> {
  return useResource(
    (signal) =>
      ask("POST", pathOf(name, "/points/scroll"), {
        body: { limit: SAMPLE_POINTS, with_payload: true },
        signal,
      }),
    [name],
  );
}

export function isWord(typed: string): boolean {
  return typed.trim() !== "" && parseId(typed) === null;
}
