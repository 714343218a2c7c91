// The form for a new admin password. It asks for the setup code if the server requires it.
// The decision: only the server decides whether a password is good, and its message is shown at the field.
import { useState } from "preact/hooks";
import type { Failure } from "../api/request.ts";
import { UNAUTHENTICATED } from "../api/statuses.ts";
import { useAction } from "../kit/action.ts";
import { Button } from "../kit/button.tsx";
import { Form } from "../kit/form.tsx";
import { TextField } from "../kit/inputs.tsx";

const RULES =
  "12 characters or more, with upper-case and lower-case letters, a digit and another character, such as a space. " +
  "Common passwords, “admin” and “azimuth” are refused, also with digits and signs added.";

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
    <Form onSubmit={run}>
      {asksCode && (
        <CodeField code={code} error={isAboutCode ? codeError(given) : undefined} onChange={setCode} />
      )}
      <TextField
        label="New password"
        hint={RULES}
        error={isAboutCode ? undefined : error?.message}
        type={shown ? "text" : "password"}
        autocomplete="new-password"
        required
        value={password}
        onChange={(changed) => {
          forget();
          setPassword(changed);
        }}
        beside={
          <Button text={shown ? "Hide" : "Show"} aria-pressed={shown} onClick={() => setShown(!shown)} />
        }
      />
      <div class="dialog-end">
        <Button text={busy ? "One moment …" : action} type="submit" class="primary" disabled={busy} />
      </div>
    </Form>
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
      <TextField
        label="Setup code"
        error={error}
        class="mono"
        spellcheck={false}
        required
        value={code}
        onChange={onChange}
      />
      <p class="hint">
        See the file <code>setup-code</code> in the data directory, or the log of the first start.
      </p>
    </div>
  );
}
