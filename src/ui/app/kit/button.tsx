// A button with a text, an icon or both. Under a credential without the permission of its action it stays visible and
// says why it does nothing.
// The decision: it is `aria-disabled` then, so that it can be focused and its reason be read; a click shows the reason.
// It is no submit button unless its type says so; a form is not submitted without the permission either.
import type { ButtonHTMLAttributes } from "preact";
import { mayUse, type Permission } from "../api/session.ts";
import { Icon, type IconName } from "./icon.tsx";
import { tellFailure } from "./toast.tsx";

/** Returns why the user may not do what needs a permission; undefined: it is permitted. */
export function refusalOf(permission: Permission): string | undefined {
  if (mayUse(permission)) return undefined;
  return `This needs the permission ${permission}, which your access token does not have`;
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly icon?: IconName;
  readonly text?: string;
  /** The permission of the action; undefined: everybody may do it. */
  readonly needs?: Permission | undefined;
};

export function Button({ icon, text, needs, children, ...rest }: Props) {
  const refusal = needs && refusalOf(needs);
  const refused = refusal === undefined ? {} : { "aria-disabled": true, title: refusal, onClick: refuse };
  return (
    <button type="button" {...rest} {...refused}>
      {icon && <Icon name={icon} />}
      {text}
      {children}
    </button>
  );
  function refuse(event: Event): void {
    event.preventDefault();
    tellFailure(new Error(refusal));
  }
}
