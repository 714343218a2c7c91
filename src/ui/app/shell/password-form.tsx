// The form for the admin's password. After too many wrong ones the server demands a pause, which is counted down.
import { useEffect, useState } from "preact/hooks";
import { signInAsAdmin } from "../api/admin.ts";
import { Failure } from "../api/request.ts";
import { TOO_MANY_REQUESTS } from "../api/statuses.ts";
import { useAction } from "../kit/action.ts";
import { Button } from "../kit/button.tsx";
import { Form } from "../kit/form.tsx";
import { TextField } from "../kit/inputs.tsx";

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
  const [pause, setPause] = usePause();
  const { busy, error, run } = useAction(() =>
    onSubmit(value).catch((failure: Error) => {
      if (isPause(failure)) setPause(failure.retryAfterSeconds ?? 1);
      throw failure;
    }),
  );
  const wait = pause > 0 ? `Too many failed sign-ins. Try again in ${pause} s.` : undefined;
  return (
    <Form onSubmit={run}>
      <TextField
        label={label}
        error={wait ?? (isPause(error) ? undefined : error?.message)}
        isFirst
        type="password"
        autocomplete={autocomplete}
        required
        value={value}
        onChange={setValue}
      />
      <Button type="submit" class="primary" disabled={busy || pause > 0}>
        {busy ? "Signing in …" : pause > 0 ? `Wait ${pause} s` : "Sign in"}
      </Button>
    </Form>
  );
}

function isPause(error: Error | undefined): error is Failure {
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
