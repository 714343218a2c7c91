// A button for an action that needs a permission, by default that to write.
import type { ComponentProps } from "preact";
import { Button } from "./button.tsx";

export { refusalOf } from "./button.tsx";

export function PermittedButton({ needs = "write", ...rest }: ComponentProps<typeof Button>) {
  return <Button needs={needs} {...rest} />;
}
