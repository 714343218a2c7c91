// A labelled input. Its hint and its error are linked to it, so that screen readers read them with it.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** Attributes for the input element. */
interface FieldAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": "true" | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const about = `${id}-about`;
  const attributes: FieldAttributes = {
    id,
    "aria-describedby": error || hint ? about : undefined,
    "aria-invalid": error ? "true" : undefined,
  };
  return (
    <div class={error ? "field wrong" : "field"}>
      <label for={id}>{label}</label>
      {children(attributes)}
      {(error || hint) && (
        <div id={about} class="hint" role={error ? "alert" : undefined}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}
