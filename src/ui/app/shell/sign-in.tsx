// The sign-in form, shown instead of a screen while the server requires a credential: the admin's password, an access
// token, or a setup code to set another password.
import { useEffect, useState } from "preact/hooks";
import { learnSession, resetPassword, signInWithToken } from "../api/admin.ts";
import { expired, staysSignedIn } from "../api/session.ts";
import { Notice } from "../kit/notice.tsx";
import { Segmented } from "../kit/segmented.tsx";
import { NewPassword } from "./new-password.tsx";
import { CredentialForm, PasswordForm } from "./password-form.tsx";

type Way = "password" | "token" | "code";

export function SignIn() {
  const [way, setWay] = useState<Way>("password");
  useEffect(() => {
    // A credential may be refused although none is needed; then this request removes the form.
    if (expired.value) void learnSession();
  }, []);
  return (
    <section class="card narrow" aria-label="Sign in">
      <h1>Sign in</h1>
      {expired.value && (
        <Notice kind="warning">Your session has expired. Sign in again to continue where you were.</Notice>
      )}
      <Segmented<Way>
        label="Sign in with"
        choices={[
          { id: "password", name: "Admin password" },
          { id: "token", name: "Access token" },
          { id: "code", name: "Setup code" },
        ]}
        current={way}
        onChange={setWay}
      />
      {way === "password" && <PasswordForm />}
      {way === "token" && (
        <CredentialForm
          label="Token"
          autocomplete="off"
          onSubmit={(value) => signInWithToken(value.trim())}
        />
      )}
      {way === "code" && <NewPassword needsCode action="Set the password" onChosen={resetPassword} />}
      <p class="muted small">
        {way === "code" ? (
          <>
            For a lost password: <code>azimuth admin reset-password</code>, run where the server runs, writes
            a setup code.
          </>
        ) : staysSignedIn.value ? (
          "This browser stays signed in until you sign out, or for an hour without a request."
        ) : (
          "It is kept in this page's memory only: closing the tab signs you out."
        )}
      </p>
    </section>
  );
}
