// The dialog that creates a collection: name, size and distance are enough; everything else is behind "More options".
// The request is shown beside it.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { writeJson } from "../../api/json.ts";
import { ask } from "../../api/request.ts";
import { useStatus } from "../../api/status.ts";
import { useAction } from "../../kit/action.ts";
import { Button } from "../../kit/button.tsx";
import { CopyButton } from "../../kit/copy.tsx";
import { useCurl } from "../../kit/curl.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { TextField } from "../../kit/inputs.tsx";
import { Failed, Notice } from "../../kit/notice.tsx";
import { tell } from "../../kit/toast.tsx";
import { pathOf } from "../collection/info.ts";
import { bodyOf, type Draft, type DraftProps, hasDense, newDraft, twiceNamed } from "./draft.ts";
import { type ErrorAt, errorsOf } from "./field-errors.ts";
import { OptionFields, QuantizationFields } from "./fields.tsx";
import { GROUPS, QUANTIZATION } from "./options.ts";
import { SparseFields } from "./sparse.tsx";
import { SingleVectorOptions, VectorFields } from "./vectors.tsx";

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(newDraft);
  const { busy, error, run, forget } = useAction(async () => {
    await ask<true>("PUT", pathOf(draft.name), { body: bodyOf(draft) });
    tell(`Created ${draft.name}`);
    onClose();
  });
  // An error is about what was sent, so the next change removes it.
  const change = (changed: Draft): void => {
    forget();
    setDraft(changed);
  };
  const form = useRef<HTMLFormElement>(null);
  const twice = twiceNamed(draft);
  const errorAt = errorsOf(error);
  const isWithoutField = useErrorInView(form, error);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (twice === undefined) void run();
  };
  return (
    <Dialog title="Create collection" wide onClose={onClose}>
      <form ref={form} class="create" onSubmit={submit}>
        <div class="stack">
          <TextField
            label="Name"
            error={errorAt("collection_name")}
            required
            spellcheck={false}
            placeholder="products"
            value={draft.name}
            onChange={(name) => change({ ...draft, name })}
          />
          {hasDense(draft) && <VectorFields draft={draft} errorAt={errorAt} onChange={change} />}
          <SparseFields draft={draft} errorAt={errorAt} onChange={change} />
          {twice !== undefined && <Notice kind="warning">Two vectors have the name “{twice}”.</Notice>}
          <MoreOptions draft={draft} errorAt={errorAt} onChange={change} />
        </div>
        <Preview draft={draft} />
        <div class="create-end stack">
          {isWithoutField && <Failed error={error} />}
          <div class="dialog-end">
            <Button text="Cancel" onClick={onClose} />
            <Button needs="write" type="submit" class="primary" disabled={busy}>
              {busy ? "Creating …" : "Create"}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** Opens the section with the wrong field and focuses it. @returns whether no field belongs to the error */
function useErrorInView(form: { current: HTMLFormElement | null }, error: Error | undefined): boolean {
  const [unplaced, setUnplaced] = useState<Error>();
  // Runs together with the rendering of the error, so that a screen reader finds the focus at the field.
  useLayoutEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    setUnplaced(wrong ? undefined : error);
    for (
      let section = wrong?.closest("details");
      section;
      section = section.parentElement?.closest("details")
    )
      section.open = true;
    wrong?.focus();
  }, [error]);
  return error !== undefined && unplaced === error;
}

function MoreOptions({ draft, errorAt, onChange }: DraftProps) {
  const isInCluster = useStatus().value?.replication.role === "member";
  const props = {
    values: draft.values,
    base: "",
    errorAt,
    onChange: (values: Draft["values"]) => onChange({ ...draft, values }),
  };
  return (
    <details class="create-more">
      <summary>More options</summary>
      <div class="stack">
        <section class="stack" aria-label="Quantization">
          <h3>Quantization</h3>
          <QuantizationFields {...props} errorAt={(path) => errorAt(path) ?? ofVectors(path, errorAt)} />
        </section>
        {!draft.isNamed && hasDense(draft) && (
          <SingleVectorOptions draft={draft} errorAt={errorAt} onChange={onChange} />
        )}
        {GROUPS.map(({ title, about, options }) => (
          <section key={title} class="stack" aria-label={title}>
            <div class="stack tight">
              <h3>{title}</h3>
              {about && <p class="hint">{about}</p>}
            </div>
            <OptionFields
              {...props}
              options={options.filter(({ isOfCluster }) => isInCluster || !isOfCluster)}
            />
          </section>
        ))}
      </div>
    </details>
  );
}

/** Returns the error of a field. An error of the quantization may be reported for the vector. */
function ofVectors(path: string, errorAt: ErrorAt): string | undefined {
  return path === QUANTIZATION ? errorAt("vectors_config") : undefined;
}

function Preview({ draft }: { draft: Draft }) {
  const curl = useCurl();
  const body = bodyOf(draft);
  const path = pathOf(draft.name || "NAME");
  return (
    <section class="create-preview" aria-label="Request">
      <div class="row spread">
        <h3>Request</h3>
        <CopyButton text={curl("PUT", path, body)} label="Copy as curl" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <pre tabIndex={0}>{`PUT ${path}\n${writeJson(body, 2)}`}</pre>
    </section>
  );
}
