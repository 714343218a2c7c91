// Labelled inputs in one element each: a text, a long text, a choice and a check box.
// The decision: each calls `onChange` with the new value at once, so that screens contain no events. What else an input
// needs, such as a placeholder, is given as attributes of its element.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Field, type FieldProps } from "./field.tsx";

interface Value<T extends string> extends Omit<FieldProps, "children"> {
  readonly value: T;
  onChange(value: NoInfer<T>): void;
}

interface TextProps extends Value<string> {
  readonly type?: "text" | "password";
  /** The elements in the same row, such as a button. */
  readonly beside?: ComponentChildren;
  /** Whether it gets the focus when it appears. */
  readonly isFirst?: boolean;
  readonly class?: string;
  readonly autocomplete?: "off" | "current-password" | "new-password";
  readonly inputMode?: "numeric" | "decimal" | "text";
  readonly placeholder?: string | undefined;
  readonly required?: boolean;
  readonly spellcheck?: boolean | undefined;
  readonly pattern?: string | undefined;
  /** The id of a list of values that are offered. */
  readonly list?: string;
}

export function TextField({ label, hint, error, type, beside, isFirst, onChange, ...rest }: TextProps) {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) element.current?.focus();
  }, []);
  return (
    <Field {...{ label, hint, error }}>
      {(field) => {
        const input = (
          <input
            autocomplete="off"
            {...field}
            {...rest}
            ref={element}
            type={(type ?? "text") as "text"}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        );
        return beside ? <div class="row nowrap">{[input, beside]}</div> : input;
      }}
    </Field>
  );
}

interface SearchProps extends Pick<Value<string>, "value" | "onChange"> {
  readonly label: string;
  readonly placeholder?: string;
  readonly class?: string;
}

/** A field that filters what is shown; the key "/" goes to it. */
export function SearchInput({ label, placeholder = label, class: name, value, onChange }: SearchProps) {
  return (
    <input
      type="search"
      class={name}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A text of several lines, such as JSON. */
interface AreaProps extends Value<string> {
  readonly class?: string;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly required?: boolean;
}

export function TextArea(props: AreaProps) {
  const { label, hint, error, onChange, ...rest } = props;
  return (
    <Field {...{ label, hint, error }}>
      {(field) => (
        <textarea
          class="mono"
          spellcheck={false}
          {...field}
          {...rest}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The values with their names, or values that are shown as they are. */
type Choices<T extends string> = Readonly<Partial<Record<T, string>>> | readonly T[];

interface SelectProps<T extends string> extends Value<T> {
  readonly choices: Choices<NoInfer<T>>;
}

export function SelectField<T extends string>({ value, choices, onChange, ...field }: SelectProps<T>) {
  return (
    <Field {...field}>
      {(attributes) => (
        <select
          {...attributes}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value as T)}
        >
          <Options choices={choices as Choices<string>} />
        </select>
      )}
    </Field>
  );
}

interface ChoiceProps<T extends string> extends Pick<SelectProps<T>, "label" | "value" | "onChange"> {
  readonly choices: Choices<NoInfer<T>>;
}

/** A choice beside its label, in a row of others. */
export function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as T)}>
        <Options choices={choices as Choices<string>} />
      </select>
    </label>
  );
}

export function Options({ choices }: { choices: Choices<string> }) {
  const named = Array.isArray(choices) ? choices.map((name) => [name, name]) : Object.entries(choices);
  return (
    <>
      {named.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
  onChange(checked: boolean): void;
}

export function Check({ checked, class: more = "", children, onChange }: CheckProps) {
  return (
    <label class={`check ${more}`}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}
