// The admin card: the first password, another password, and signing in while authentication is off.
import { useState } from "preact/hooks";
import { createAdmin, resetPassword } from "../../api/admin.ts";
import { isAdmin } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { tell } from "../../kit/toast.tsx";
import { NewPassword } from "../../shell/new-password.tsx";
import { PasswordForm } from "../../shell/password-form.tsx";

export function AdminCard({ exists, onChange }: { exists: boolean; onChange: () => void }) {
  const [open, setOpen] = useState(false);
  const title = exists ? "Change password" : "Create admin";
  const set = async (password: string, code: string | undefined): Promise<void> => {
    await (exists ? resetPassword : createAdmin)(password, code);
    tell(exists ? "Password changed; you are signed in again" : "Admin created; you are signed in");
    setOpen(false);
    onChange();
  };
  return (
    <section class="card" aria-label="Admin">
      <div class="row spread">
        <h2>Admin</h2>
        <Button text={title} onClick={() => setOpen(true)} />
      </div>
      <p class="muted">{textOf(exists)}</p>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div class="stack">
            {exists && <p>Sessions with the old password end. Access tokens are not affected.</p>}
            <NewPassword action={title} needsCode={exists && !isAdmin.value} onChosen={set} />
          </div>
        </Dialog>
      )}
    </section>
  );
}

function textOf(exists: boolean): string {
  if (!exists) return "There is no admin yet. Setting a password creates the admin and changes nothing else.";
  return isAdmin.value
    ? "You are signed in as admin."
    : "There is an admin. Without signing in, the password can be changed with a setup code only.";
}

export function PasswordSignIn({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Sign in as admin" onClose={onClose}>
      <PasswordForm />
    </Dialog>
  );
}
