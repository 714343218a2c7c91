// The form for the admin's password. After too many wrong ones the server demands a pause, which is counted down.
import { useEffect, useRef, useState } from "preact/hooks";
import { signInAsAdmin } from "../api/admin.ts";
import { Failure } from "../api/request.ts";
import { TOO_MANY_REQUESTS } from "../api/statuses.ts";
import { Button } from "../kit/button.tsx";
import { Field } from "../kit/field.tsx";

const MS = 1_000;

export function PasswordForm() {
  return <CredentialForm label="Password" autocomplete="current-password" onSubmit={signInAsAdmin} />;
}

interface Props {
  readonly label: string;
  readonly autocomplete: "current-password" | "off";
  onSubmit(value: string): Promise<void>;
}

export function CredentialForm({ label, autocomplete, onSubmit }: Props) {
  const [value, setValue] = useState("");
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const [pause, setPause] = usePause();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [label]);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit(value);
    } catch (failure) {
      setError(failure as Error);
      if (failure instanceof Failure && failure.status === TOO_MANY_REQUESTS)
        setPause(failure.retryAfterSeconds ?? 1);
    }
    setBusy(false);
  };
  const wait = pause > 0 ? `Too many failed sign-ins. Try again in ${pause} s.` : undefined;
  return (
    <form class="stack" onSubmit={submit}>
      <Field label={label} error={wait ?? (isPause(error) ? undefined : error?.message)}>
        {(field) => (
          <input
            {...field}
            ref={input}
            type="password"
            autocomplete={autocomplete}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
            required
          />
        )}
      </Field>
      <Button type="submit" class="primary" disabled={busy || pause > 0}>
        {busy ? "Signing in …" : pause > 0 ? `Wait ${pause} s` : "Sign in"}
      </Button>
    </form>
  );
}

function isPause(error: Error | undefined): boolean {
  return error instanceof Failure && error.status === TOO_MANY_REQUESTS;
}

/** The remaining seconds of the pause. */
function usePause(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), MS);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}
