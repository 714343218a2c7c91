// The dialog that creates an access token: name, permissions, and expiry.
import { useState } from "preact/hooks";
import { askWhole } from "../../api/request.ts";
import { useAction } from "../../kit/action.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { Field } from "../../kit/field.tsx";
import { Failed } from "../../kit/notice.tsx";
import type { MadeToken } from "./token.ts";

const PERMISSIONS = [
  { name: "read", about: "search, retrieve, list" },
  { name: "write", about: "change points and collections" },
  { name: "admin", about: "create and delete tokens" },
] as const;

const DAY = 86_400;
const LIVES = [
  { name: "Never", seconds: null },
  { name: "In a day", seconds: DAY },
  { name: "In 7 days", seconds: 7 * DAY },
  { name: "In 30 days", seconds: 30 * DAY },
  { name: "In 90 days", seconds: 90 * DAY },
  { name: "In a year", seconds: 365 * DAY },
] as const;

interface Props {
  onMade(token: MadeToken): void;
  onClose(): void;
}

export function CreateToken({ onMade, onClose }: Props) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [permissions, setPermissions] = useState<readonly string[]>(["read"]);
  const [life, setLife] = useState(3);
  const { busy, error, run } = useAction(async () => {
    const { seconds } = LIVES[life]!;
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
    <Dialog title="Create token" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field label="Name">
          {(field) => (
            <input
              {...field}
              required
              autocomplete="off"
              placeholder="shop search"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Description" hint="Optional.">
          {(field) => (
            <input
              {...field}
              autocomplete="off"
              value={description}
              onInput={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </Field>
        <Permissions permissions={permissions} onChange={setPermissions} />
        <Life life={life} onChange={setLife} />
        <Failed error={error} />
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={busy}>
            Create token
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface PermissionsProps {
  readonly permissions: readonly string[];
  onChange(permissions: readonly string[]): void;
}

function Permissions({ permissions, onChange }: PermissionsProps) {
  const set = (name: string, isOn: boolean) =>
    onChange(isOn ? [...permissions, name] : permissions.filter((other) => other !== name));
  return (
    <fieldset class="access-permissions">
      <legend>Permissions</legend>
      {PERMISSIONS.map(({ name, about }) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={permissions.includes(name)}
            onChange={(event) => set(name, event.currentTarget.checked)}
          />
          <span>
            {name} <span class="muted small">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Life({ life, onChange }: { life: number; onChange: (life: number) => void }) {
  return (
    <Field label="Expires">
      {(field) => (
        <select {...field} value={life} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          {LIVES.map((lifetime, at) => (
            <option key={lifetime.name} value={at}>
              {lifetime.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
