// The admin card: the first password, another password, and signing in while authentication is off.
import { useState } from "preact/hooks";
import { createAdmin, resetPassword } from "../../api/admin.ts";
import { isAdmin } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/card.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { tell } from "../../kit/toast.tsx";
import { NewPassword } from "../../shell/new-password.tsx";

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
