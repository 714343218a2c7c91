// The authentication switch.
// The decision: only a signed-in admin can use it, so that no user is locked out by switching it on.
import { useState } from "preact/hooks";
import { setAuthEnabled } from "../../api/admin.ts";
import { isAdmin } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { tell } from "../../kit/toast.tsx";
import { PasswordSignIn } from "./admin.tsx";

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
    <section class="card" aria-label="Authentication">
      <div class="row spread">
        <div class="row">
          <h2>Authentication</h2>
          <span class={isOn ? "badge good" : "badge amber"}>{isOn ? "On" : "Off"}</span>
        </div>
        {hasAdmin &&
          (isAdmin.value ? (
            <Button text={action} onClick={() => setAsking(true)} />
          ) : (
            <Button text="Sign in as admin" onClick={() => setSigningIn(true)} />
          ))}
      </div>
      <Consequences isOn={isOn} />
      {!hasAdmin && <p>To turn it on, create the admin first.</p>}
      {hasAdmin && !isAdmin.value && <p>To turn it {isOn ? "off" : "on"}, sign in as admin first.</p>}
      {signingIn && !isAdmin.value && <PasswordSignIn onClose={() => setSigningIn(false)} />}
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
          {isOn ? (
            <p>
              Anyone who can reach this server can then read, change and delete everything. Tokens are kept
              and are valid again when it is turned on.
            </p>
          ) : (
            <p>Requests without an access token are refused from then on. You stay signed in.</p>
          )}
        </Confirm>
      )}
    </section>
  );
}

function Consequences({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <ul class="bullets muted">
      <li>The admin can do everything, after signing in with the password.</li>
      <li>Programs have the permissions of their access token: read, write, or admin (manage tokens).</li>
      <li>Anyone else sees only the version, the health and the sign-in form.</li>
    </ul>
  ) : (
    <ul class="bullets muted">
      <li>Anyone who can reach this server can read, change and delete everything, without signing in.</li>
      <li>Only turning it on and changing the password require the admin.</li>
    </ul>
  );
}
