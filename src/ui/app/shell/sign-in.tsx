// What stands in place of a screen while the server asks for a credential: the admin's password, or an access token.
import { useState } from "preact/hooks";
import { askWhole, Failure, send } from "../api/request.ts";
import { credential, expired, signIn } from "../api/session.ts";
import { Field } from "../kit/field.tsx";
import { Notice } from "../kit/notice.tsx";
import { Tabs } from "../kit/tabs.tsx";

const MS = 1_000;
type Way = "password" | "token";

export function SignIn() {
  const [way, setWay] = useState<Way>("password");
  return (
    <section class="card narrow" aria-label="Sign in">
      <h1>Sign in</h1>
      {expired.value && (
        <Notice kind="warning">Your sign-in has ended. Sign in again to go on where you were.</Notice>
      )}
      <Tabs<Way>
        label="How to sign in"
        tabs={[
          { id: "password", name: "Admin password" },
          { id: "token", name: "Access token" },
        ]}
        current={way}
        onChange={setWay}
      />
      <Form key={way} way={way} />
      <p class="muted">
        It is kept in this page's memory only: closing the tab signs you out. Lost the password? Run{" "}
        <code>azimuth admin reset-password</code> where the server runs.
      </p>
    </section>
  );
}

function Form({ way }: { way: Way }) {
  const [value, setValue] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await (way === "password" ? withPassword(value) : withToken(value.trim()));
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Field label={way === "password" ? "Password" : "Token"} error={error}>
        {(field) => (
          <input
            {...field}
            type="password"
            autocomplete={way === "password" ? "current-password" : "off"}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
            required
          />
        )}
      </Field>
      <button type="submit" class="primary" disabled={busy}>
        {busy ? "Signing in …" : "Sign in"}
      </button>
    </form>
  );
}

async function withPassword(password: string): Promise<void> {
  const { body } = await askWhole<{ token: string; expires_in: number }>("POST", "/auth/admin/login", {
    body: { password },
  });
  signIn({ value: body.token, kind: "admin", expiresAt: Date.now() + body.expires_in * MS });
}

/** Tried on the list of collections, which the least of permissions suffices for. */
async function withToken(value: string): Promise<void> {
  const before = credential.value;
  credential.value = { value, kind: "token", expiresAt: null };
  const reply = await send("GET", "/collections");
  if (reply.ok) return signIn({ value, kind: "token", expiresAt: null });
  credential.value = before;
  expired.value = false;
  throw new Failure(reply.status, "The server does not know this token, or it has ended");
}
