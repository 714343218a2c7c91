// The form for a new admin password. It shows which rules the typed password meets, and asks for the setup code if the
// server requires it.
// The decision: the rules are shown, but only the server decides, and its message is shown at the field.
import { useState } from "preact/hooks";
import type { Failure } from "../api/request.ts";
import { UNAUTHENTICATED } from "../api/statuses.ts";
import { useAction } from "../kit/action.ts";
import { Field } from "../kit/field.tsx";
import { Icon } from "../kit/icon.tsx";

const MIN_CHARACTERS = 12;

/** The rules of src/auth/password.ts; only the server knows the common passwords. */
const RULES: readonly { readonly name: string; isMet(text: string): boolean }[] = [
  { name: "12 characters or more", isMet: (text) => [...text].length >= MIN_CHARACTERS },
  { name: "an upper-case letter", isMet: (text) => /\p{Lu}/u.test(text) },
  { name: "a lower-case letter", isMet: (text) => /\p{Ll}/u.test(text) },
  { name: "a digit", isMet: (text) => /\p{Nd}/u.test(text) },
  {
    name: "another character, such as a space",
    isMet: (text) => /[^\p{Lu}\p{Ll}\p{Nd}]/u.test(text),
  },
  {
    name: "without “admin” and “azimuth”",
    isMet: (text) => text !== "" && !/admin|azimuth/i.test(text),
  },
];

interface Props {
  /** The text of the button. */
  readonly action: string;
  /** Whether the code is asked for immediately, and not only when the server requires it. */
  readonly needsCode?: boolean;
  onChosen(password: string, code: string | undefined): Promise<void>;
}

export function NewPassword({ action, needsCode = false, onChosen }: Props) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [shown, setShown] = useState(false);
  const [asksCode, setAsksCode] = useState(needsCode);
  const given = asksCode ? code.trim() : undefined;
  const { busy, error, run, forget } = useAction(() =>
    onChosen(password, given).catch((failure: Failure) => {
      if (failure.status === UNAUTHENTICATED) setAsksCode(true);
      throw failure;
    }),
  );
  const isAboutCode = (error as Failure | undefined)?.status === UNAUTHENTICATED;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {asksCode && (
        <CodeField code={code} error={isAboutCode ? codeError(given) : undefined} onChange={setCode} />
      )}
      <Field label="New password" error={isAboutCode ? undefined : error?.message}>
        {(field) => (
          <div class="sign-in-password">
            <input
              {...field}
              // The types have no element whose type changes.
              type={(shown ? "text" : "password") as "password"}
              autocomplete="new-password"
              required
              value={password}
              onInput={(event) => {
                forget();
                setPassword(event.currentTarget.value);
              }}
            />
            <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? "Hide" : "Show"}
            </button>
          </div>
        )}
      </Field>
      <Rules text={password} />
      <p class="hint">Common passwords are refused, also with digits and signs added.</p>
      <div class="dialog-end">
        <button type="submit" class="primary" disabled={busy}>
          {busy ? "One moment …" : action}
        </button>
      </div>
    </form>
  );
}

function codeError(given: string | undefined): string {
  return given
    ? "The code is unknown or has been used"
    : "A setup code is required, because this browser is not on the machine of the server";
}

interface CodeProps {
  readonly code: string;
  readonly error: string | undefined;
  onChange(code: string): void;
}

function CodeField({ code, error, onChange }: CodeProps) {
  return (
    <div class="stack tight">
      <Field label="Setup code" error={error}>
        {(field) => (
          <input
            {...field}
            class="mono"
            autocomplete="off"
            spellcheck={false}
            required
            value={code}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <p class="hint">
        See the file <code>setup-code</code> in the data directory, or the log of the first start.
      </p>
    </div>
  );
}

function Rules({ text }: { text: string }) {
  return (
    <ul class="sign-in-rules" aria-label="Password rules">
      {RULES.map(({ name, isMet }) => {
        const met = isMet(text);
        return (
          <li key={name} class={met ? "met" : undefined}>
            <Icon name={met ? "check" : "circle"} />
            <span>
              {name}
              <span class="visually-hidden">{met ? ", met" : ", not met yet"}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
