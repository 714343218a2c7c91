// A message to the user, shown beside what it is about.
import type { ComponentChildren } from "preact";
import { Failure, reachable } from "../api/request.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

type Kind = "info" | "good" | "warning" | "danger";
const ICONS: Readonly<Record<Kind, IconName>> = {
  info: "info",
  good: "check",
  warning: "warning",
  danger: "warning",
};

export function Notice({ kind, children }: { kind: Kind; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === "danger" ? "alert" : "status"}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}

/**
 * Shows the error of a failed request with a button that retries it. While the server is not reached, the shell says so
 * once for the whole page.
 */
export function Failed({ error, onRetry }: { error: Error | undefined; onRetry?: () => void }) {
  if (!error || (error instanceof Failure && error.status === 0 && !reachable.value)) return null;
  return (
    <Notice kind="danger">
      {error.message}
      {onRetry && <Button text="Try again" class="inline" onClick={onRetry} />}
    </Notice>
  );
}
