// The authentication switch.
// The decision: only a signed-in admin can use it, so that no user is locked out by switching it on.
import { useState } from "preact/hooks";
import { setAuthEnabled } from "../../api/admin.ts";
import { isAdmin } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/card.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { tell } from "../../kit/toast.tsx";
import { PasswordForm } from "../../shell/password-form.tsx";

interface Props {
  readonly isOn: boolean;
  readonly hasAdmin: boolean;
  onChange(): void;
}

export function Switch({ isOn, hasAdmin, onChange }: Props) {
  const [asking, setAsking] = useState(false);
  const [signingIn, setSigningIn] = useState(false);
  const action = isOn ? "Turn off" : "Turn on";
  return (
    <Card
      label="Authentication"
      title={
        <>
          Authentication <span class={isOn ? "badge good" : "badge amber"}>{isOn ? "On" : "Off"}</span>
        </>
      }
      aside={
        hasAdmin &&
        (isAdmin.value ? (
          <Button text={action} onClick={() => setAsking(true)} />
        ) : (
          <Button text="Sign in as admin" onClick={() => setSigningIn(true)} />
        ))
      }
    >
      <ul class="bullets muted">
        {CONSEQUENCES[isOn ? "on" : "off"].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {!hasAdmin && <p>To turn it on, create the admin first.</p>}
      {hasAdmin && !isAdmin.value && <p>To turn it {isOn ? "off" : "on"}, sign in as admin first.</p>}
      {signingIn && !isAdmin.value && (
        <Dialog title="Sign in as admin" onClose={() => setSigningIn(false)}>
          <PasswordForm />
        </Dialog>
      )}
      {asking && (
        <Confirm
          title={`${action} authentication?`}
          label={action}
          kind={isOn ? "danger" : "primary"}
          onConfirm={async () => {
            await setAuthEnabled(!isOn);
            tell(`Authentication is ${isOn ? "off" : "on"}`);
            onChange();
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {isOn ? OFF : "Requests without an access token are refused from then on. You stay signed in."}
          </p>
        </Confirm>
      )}
    </Card>
  );
}

const OFF =
  "Anyone who can reach this server can then read, change and delete everything. Tokens are kept and are valid again " +
  "when it is turned on.";

const CONSEQUENCES = {
  on: [
    "The admin can do everything, after signing in with the password.",
    "Programs have the permissions of their access token: read, write, or admin (manage tokens).",
    "Anyone else sees only the version, the health and the sign-in form.",
  ],
  off: [
    "Anyone who can reach this server can read, change and delete everything, without signing in.",
    "Only turning it on and changing the password require the admin.",
  ],
};
