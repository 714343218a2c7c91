// What is selected in the table, and the actions on all of it: deleting, setting and removing payload fields.
// The decision: an action is one request with the filter of the selection. More than a hundred points are asked about
// first. The server keeps what is deleted. Of other changes this tab keeps the points, as long as it can hold them, and
// the last one can be undone until the next; the question says when that is not so.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { compactJson } from "../../../api/raw-json.ts";
import { ask } from "../../../api/request.ts";
import { useStatus } from "../../../api/status.ts";
import { useAction } from "../../../kit/action.ts";
import { Button, refusalOf } from "../../../kit/button.tsx";
import { Confirm } from "../../../kit/confirm.tsx";
import { DialogForm } from "../../../kit/form.tsx";
import { plural } from "../../../kit/format.ts";
import { TextArea } from "../../../kit/inputs.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import { type Info, pathOf, vectorsOf } from "../info.ts";
import { forgetThings, pathTo } from "../things/things.ts";
import { removeMatching } from "./deletions.tsx";
import type { Filter } from "./filter/chips.ts";
import { checkPayload } from "./payload-form.tsx";
import { readMatching, writePointTexts } from "./point.ts";

/** The most points that are deleted without a question. */
const UNASKED = 100;

/** The most numbers of vectors that a tab keeps, and the numbers that a payload counts as. */
const MAX_NUMBERS = 20_000_000;
const PAYLOAD_NUMBERS = 50;

/** Points on which an action works. */
export interface Target {
  readonly filter: Filter;
  readonly count: number;
  /** How a message names them, such as "Point 5"; undefined: by their number. */
  readonly name?: string;
}

/** The last change of payloads that can be undone. */
const last = signal<{ collection: string; what: string; undo(): Promise<void> } | undefined>(undefined);

interface ActionsProps {
  readonly collection: string;
  readonly info: Info;
  /** Is called after points have changed. */
  onDone(): void;
}

/** Returns a function that deletes points, and the question that it may have to ask first. */
export function useDelete({ collection, onDone }: Omit<ActionsProps, "info">) {
  const [asked, setAsked] = useState<Target>();
  const isInCluster = useStatus().value?.replication.role === "member";
  const run = async ({ filter, count, name = plural(count, "point") }: Target): Promise<void> => {
    const restore = await removeMatching(collection, filter, !isInCluster);
    onDone();
    tell(`${name} deleted`, restore && (() => restore().then(onDone)));
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
        {plural(asked.count, "point")} of <strong>{collection}</strong> with payloads and vectors.{" "}
        {isInCluster ? "This cannot be undone." : "Recently deleted restores them for an hour."}
      </p>
    </Confirm>
  );
  return { remove, question };
}

/** Returns whether a tab can keep this number of points of a collection. */
function canKeep(info: Info, points: number): boolean {
  const numbers = [...vectorsOf(info).values()].reduce((sum, { size }) => sum + size, PAYLOAD_NUMBERS);
  return points * numbers <= MAX_NUMBERS;
}

type ChangeProps = ActionsProps & { readonly target: Target };

/** Changes points after keeping them, and offers to undo it. */
async function change(
  { collection, info, target, onDone }: ChangeProps,
  work: () => Promise<unknown>,
): Promise<void> {
  const kept = canKeep(info, target.count) && (await readMatching(collection, target.filter));
  await work();
  forgetThings(collection);
  onDone();
  const what = `${plural(target.count, "point")} changed`;
  const undo = async (): Promise<void> => {
    untell();
    await writePointTexts(collection, kept || []);
    if (last.value?.undo === undo) last.value = undefined;
    onDone();
  };
  last.value = kept ? { collection, what, undo } : undefined;
  const untell = tell(what, last.value?.undo);
}

const WAYS = [
  { id: "set", name: "Set fields" },
  { id: "remove", name: "Remove fields" },
] as const;

/** The dialog that sets or removes payload fields of many points. */
export function EditPayloads(props: ChangeProps & { onClose: () => void }) {
  const { collection, info, target, onClose } = props;
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
    await change(props, () => ask("POST", pathOf(collection, path), { body }));
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
      <p class="small muted">
        {canKeep(info, target.count)
          ? "The points are kept in this tab as they are now: Undo is offered until the next change."
          : "This cannot be undone: these are more points than a tab can keep."}
      </p>
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
  const change = last.value;
  if (change?.collection !== collection) return null;
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
