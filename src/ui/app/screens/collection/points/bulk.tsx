// What is selected in the table, and the actions on all of it: deleting, setting and removing payload fields.
// The decision: an action is one request with the filter of the selection. More than a hundred points are asked about
// first. What is changed is kept in this tab before, as long as it can hold it, and the last change can be undone until
// the next one; the question says when that is not so.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { compactJson } from "../../../api/raw-json.ts";
import { ask } from "../../../api/request.ts";
import { useAction } from "../../../kit/action.ts";
import { Button, refusalOf } from "../../../kit/button.tsx";
import { Confirm } from "../../../kit/confirm.tsx";
import { DialogForm } from "../../../kit/form.tsx";
import { plural } from "../../../kit/format.ts";
import { TextArea } from "../../../kit/inputs.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import { type Info, pathOf } from "../info.ts";
import { forgetThings, pathTo } from "../things/things.ts";
import type { Filter } from "./filter/chips.ts";
import { canKeep, KeptPoints } from "./kept-points.ts";
import { checkPayload } from "./payload-form.tsx";

/** The most points that are deleted without a question. */
const UNASKED = 100;

/** Points on which an action works. */
export interface Target {
  readonly filter: Filter;
  readonly count: number;
  /** How a message names them, such as "Point 5"; undefined: by their number. */
  readonly name?: string;
}

interface Undoable {
  readonly collection: string;
  readonly what: string;
  undo(): Promise<void>;
}

/** The last change of each collection that can be undone. */
const last = signal<readonly Undoable[]>([]);

/** Returns the last change of a collection that can be undone. */
function lastChange(collection: string): Undoable | undefined {
  return last.value.find((change) => change.collection === collection);
}

interface Change {
  readonly collection: string;
  readonly info: Info;
  readonly target: Target;
  /** The words after the points, such as "deleted". */
  readonly done: string;
  work(): Promise<unknown>;
  onDone(): void;
}

/** Changes points after keeping them, and offers to undo it. */
async function change({ collection, info, target, done, work, onDone }: Change): Promise<void> {
  const { filter, count } = target;
  const kept = canKeep(info, count) ? await KeptPoints.read(collection, info, filter) : null;
  await work();
  forgetThings(collection);
  onDone();
  const what = `${target.name ?? plural(count, "point")} ${done}`;
  const others = last.value.filter((other) => other.collection !== collection);
  last.value = others;
  if (!kept) return tell(what);
  const undo = async (): Promise<void> => {
    await kept.restore();
    last.value = last.value.filter((one) => one !== undoable);
    onDone();
  };
  const undoable = { collection, what, undo };
  last.value = [...others, undoable];
  tell(what, undo);
}

interface ActionsProps {
  readonly collection: string;
  readonly info: Info;
  /** Is called after points have changed. */
  onDone(): void;
}

/** Returns a function that deletes points, and the question that it may have to ask first. */
export function useDelete({ collection, info, onDone }: ActionsProps) {
  const [asked, setAsked] = useState<Target>();
  const run = (target: Target): Promise<void> => {
    const body = { filter: target.filter };
    const work = () => ask("POST", pathOf(collection, "/points/delete?wait=true"), { body });
    return change({ collection, info, target, done: "deleted", work, onDone });
  };
  const remove = (target: Target): void => {
    const refusal = refusalOf("write");
    if (refusal) tellFailure(new Error(refusal));
    else if (target.count > UNASKED) setAsked(target);
    else if (target.count > 0) run(target).catch(tellFailure);
  };
  const question = asked && (
    <Confirm
      title={`Delete ${plural(asked.count, "point")}`}
      label={`Delete ${plural(asked.count, "point")}`}
      onConfirm={() => run(asked)}
      onClose={() => setAsked(undefined)}
    >
      <p>
        {plural(asked.count, "point")} of <strong>{collection}</strong> with payloads and vectors.
      </p>
      <p>{undoWords(info, asked.count)}</p>
    </Confirm>
  );
  return { remove, question };
}

function undoWords(info: Info, count: number): string {
  return canKeep(info, count)
    ? "The points are kept in this tab as they are now: Undo is offered until the next change, or until the tab is closed."
    : "This cannot be undone: these are more points than a tab can keep.";
}

const WAYS = [
  { id: "set", name: "Set fields" },
  { id: "remove", name: "Remove fields" },
] as const;

/** The dialog that sets or removes payload fields of many points. */
export function EditPayloads({
  target,
  onClose,
  ...props
}: ActionsProps & { target: Target; onClose: () => void }) {
  const { collection, info } = props;
  const [way, setWay] = useState<"set" | "remove">("set");
  const [text, setText] = useState("");
  const points = plural(target.count, "point");
  const action = useAction(async () => {
    const filter = writeJson(target.filter);
    if (way === "set") checkPayload(text);
    const keys = writeJson(namesIn(text).map(pathTo));
    const body =
      way === "set"
        ? `{"payload":${compactJson(text)},"filter":${filter}}`
        : `{"keys":${keys},"filter":${filter}}`;
    const path = way === "set" ? "/points/payload?wait=true" : "/points/payload/delete?wait=true";
    const work = () => ask("POST", pathOf(collection, path), { body });
    await change({ ...props, target, done: "changed", work });
    onClose();
  });
  const isSet = way === "set";
  return (
    <DialogForm
      title={`Edit the payload of ${points}`}
      submit={`${isSet ? "Set on" : "Remove from"} ${points}`}
      disabled={text.trim() === ""}
      {...{ action, onClose }}
    >
      <Segmented label="Change" choices={WAYS} current={way} onChange={setWay} />
      <TextArea
        label={isSet ? "Fields as JSON" : "Names of fields, one a line"}
        hint={
          isSet ? 'Such as {"checked": true}. Other fields are kept.' : "They and their values are removed."
        }
        rows={4}
        value={text}
        onChange={(changed) => {
          action.forget();
          setText(changed);
        }}
      />
      <p class="small muted">{undoWords(info, target.count)}</p>
    </DialogForm>
  );
}

function namesIn(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The button that undoes the last change of a collection. */
export function UndoLast({ collection }: { collection: string }) {
  const change = lastChange(collection);
  if (!change) return null;
  return (
    <Button
      icon="undo"
      text={`Undo: ${change.what}`}
      needs="write"
      class="quiet"
      onClick={() => change.undo().then(() => tell(`Undone: ${change.what}`), tellFailure)}
    />
  );
}
