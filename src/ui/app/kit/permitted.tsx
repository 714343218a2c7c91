// A button for an action that needs a permission: under a credential without it, the button stays visible and says why
// it does nothing.
// The decision: it is `aria-disabled`, so that it can be focused and its reason be read; a click shows the reason.
import type { ButtonHTMLAttributes } from "preact";
import { mayUse, type Permission } from "../api/session.ts";
import { tellFailure } from "./toast.tsx";

/** Returns why the user may not do what needs a permission; undefined: it is permitted. */
export function refusalOf(permission: Permission): string | undefined {
  if (mayUse(permission)) return undefined;
  return `This needs the permission ${permission}, which your access token does not have`;
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The permission of the action; by default write. */
  readonly needs?: Permission;
};

/** As `<button type="button">`, or of the given type: a form is not submitted without the permission either. */
export function PermittedButton({ needs = "write", children, ...rest }: Props) {
  const refusal = refusalOf(needs);
  const refused = refusal === undefined ? {} : { "aria-disabled": true, title: refusal, onClick: refuse };
  return (
    <button type="button" {...rest} {...refused}>
      {children}
    </button>
  );
  function refuse(event: Event): void {
    event.preventDefault();
    tellFailure(new Error(refusal));
  }
}
