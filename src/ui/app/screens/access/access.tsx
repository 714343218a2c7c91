// The access screen: the authentication switch, the admin, and access tokens.
import { useState } from "preact/hooks";
import { adminExists, createAdmin, resetPassword, setAuthEnabled } from "../../api/admin.ts";
import { useResource } from "../../api/resource.ts";
import { isAdmin } from "../../api/session.ts";
import { useStatus } from "../../api/status.ts";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/card.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Failed } from "../../kit/notice.tsx";
import { tell } from "../../kit/toast.tsx";
import { NewPassword } from "../../shell/new-password.tsx";
import { PasswordForm } from "../../shell/password-form.tsx";
import { Tokens } from "./tokens.tsx";

export function Access() {
  const status = useStatus();
  const admin = useResource(adminExists, []);
  const isOn = status.value?.auth_enabled;
  return (
    <>
      <div class="page-head">
        <h1>Access</h1>
      </div>
      <Failed error={status.error ?? admin.error} onRetry={status.reload} />
      {admin.value !== undefined && (
        <>
          {isOn !== undefined && <Switch isOn={isOn} hasAdmin={admin.value} onChange={status.reload} />}
          <AdminCard exists={admin.value} onChange={admin.reload} />
        </>
      )}
      {isOn === false && (
        <Card title="Access tokens">
          <p class="muted">
            Access tokens have no effect while authentication is off. Turn it on, then create one for each of
            your programs.
          </p>
        </Card>
      )}
      {isOn !== false && (isAdmin.value || status.value !== undefined) && <Tokens />}
    </>
  );
}

interface SwitchProps {
  readonly isOn: boolean;
  readonly hasAdmin: boolean;
  onChange(): void;
}

/** The authentication switch. Only a signed-in admin can use it, so that no user is locked out by switching it on. */
function Switch({ isOn, hasAdmin, onChange }: SwitchProps) {
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

/** The first password of the admin, or another one. */
function AdminCard({ exists, onChange }: { exists: boolean; onChange: () => void }) {
  const [open, setOpen] = useState(false);
  const title = exists ? "Change password" : "Create admin";
  const set = async (password: string, code: string | undefined): Promise<void> => {
    await (exists ? resetPassword : createAdmin)(password, code);
    tell(exists ? "Password changed; you are signed in again" : "Admin created; you are signed in");
    setOpen(false);
    onChange();
  };
  return (
    <Card title="Admin" aside={<Button text={title} onClick={() => setOpen(true)} />}>
      <p class="muted">{textOf(exists)}</p>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div class="stack">
            {exists && <p>Sessions with the old password end. Access tokens are not affected.</p>}
            <NewPassword action={title} needsCode={exists && !isAdmin.value} onChosen={set} />
          </div>
        </Dialog>
      )}
    </Card>
  );
}

function textOf(exists: boolean): string {
  if (!exists) return "There is no admin yet. Setting a password creates the admin and changes nothing else.";
  return isAdmin.value
    ? "You are signed in as admin."
    : "There is an admin. Without signing in, the password can be changed with a setup code only.";
}
