// A button that shows an icon only; its name is for screen readers.
import type { ButtonHTMLAttributes } from "preact";
import type { Permission } from "../api/session.ts";
import { Icon, type IconName } from "./icon.tsx";
import { PermittedButton } from "./permitted.tsx";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly icon: IconName;
  readonly label: string;
  /** The permission of the action; by default none is needed. */
  readonly needs?: Permission;
};

export function IconButton({ icon, label, needs, ...rest }: Props) {
  const attributes = { class: "quiet slim", "aria-label": label, ...rest };
  if (needs)
    return (
      <PermittedButton {...attributes} needs={needs}>
        <Icon name={icon} />
      </PermittedButton>
    );
  return (
    <button type="button" {...attributes}>
      <Icon name={icon} />
    </button>
  );
}
