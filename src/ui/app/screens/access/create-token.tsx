// The dialog that creates an access token: name, permissions, and expiry.

import { useState } from "preact/hooks";
import type { NewToken as MadeToken } from "../../../../schema/token.ts";
import { askWhole } from "../../api/request.ts";
import { useAction } from "../../kit/action.ts";
import { DialogForm } from "../../kit/form.tsx";
import { Check, SelectField, TextField } from "../../kit/inputs.tsx";

const PERMISSIONS = {
  read: "search, retrieve, list",
  write: "change points and collections",
  admin: "create and delete tokens",
};

const DAY = 86_400;
/** The seconds after which a token expires. */
const LIVES = {
  Never: null,
  "In a day": DAY,
  "In 7 days": 7 * DAY,
  "In 30 days": 30 * DAY,
  "In 90 days": 90 * DAY,
  "In a year": 365 * DAY,
};
type Life = keyof typeof LIVES;

interface Props {
  onMade(token: MadeToken): void;
  onClose(): void;
}

export function CreateToken({ onMade, onClose }: Props) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [permissions, setPermissions] = useState<readonly string[]>(["read"]);
  const [life, setLife] = useState<Life>("In 30 days");
  const action = useAction(async () => {
    const seconds = LIVES[life];
    const body = {
      name,
      description,
      permission: permissions.join(","),
      will_expire: seconds !== null,
      ...(seconds !== null && { expires_in_seconds: seconds }),
    };
    onMade((await askWhole<MadeToken>("POST", "/auth/api_key", { body })).body);
  });
  return (
    <DialogForm
      title="Create token"
      submit="Create token"
      needs="admin"
      disabled={permissions.length === 0}
      {...{ action, onClose }}
    >
      <TextField label="Name" required placeholder="shop search" value={name} onChange={setName} />
      <TextField label="Description" hint="Optional." value={description} onChange={setDescription} />
      <fieldset class="stack access-permissions">
        <legend>Permissions</legend>
        {Object.entries(PERMISSIONS).map(([one, about]) => (
          <Check
            key={one}
            checked={permissions.includes(one)}
            onChange={(isOn) =>
              setPermissions(permissions.filter((other) => other !== one).concat(isOn ? one : []))
            }
          >
            <span>
              {one} <span class="muted small">{about}</span>
            </span>
          </Check>
        ))}
      </fieldset>
      <SelectField label="Expires" choices={Object.keys(LIVES) as Life[]} value={life} onChange={setLife} />
    </DialogForm>
  );
}
