// A card that proposes creating the admin if there is none.
import { useState } from "preact/hooks";
import { createAdmin } from "../../api/admin.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { Icon } from "../../kit/icon.tsx";
import { tell } from "../../kit/toast.tsx";
import { NewPassword } from "../../shell/new-password.tsx";

export function FirstAdmin({ onMade }: { onMade: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <section class="card home-admin" aria-label="Admin">
      <Icon name="key" />
      <div class="stack tight">
        <h2>Set an admin password</h2>
        <p class="muted">
          The admin can turn on authentication and create access tokens. Setting a password alone changes
          nothing else.
        </p>
      </div>
      <button type="button" onClick={() => setOpen(true)}>
        Create admin
      </button>
      {open && (
        <Dialog title="Create admin" onClose={() => setOpen(false)}>
          <NewPassword
            action="Create admin"
            onChosen={async (password, code) => {
              await createAdmin(password, code);
              tell("Admin created; you are signed in");
              setOpen(false);
              onMade();
            }}
          />
        </Dialog>
      )}
    </section>
  );
}
