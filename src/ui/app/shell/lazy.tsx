// A component that is a bundle of its own: it is loaded when it is opened, and again when the server is reachable
// again.
// The decision: the previous component stays visible until the next one is loaded, beside a bar that tells of it.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { returns, send } from "../api/request.ts";
import { Button } from "../kit/button.tsx";
import { Notice } from "../kit/notice.tsx";

type Load<Props> = () => Promise<ComponentType<Props>>;

interface Lazy<Props> {
  /** The `load` of the component or of the error. */
  readonly of?: Load<Props>;
  /** The component of the current `load`, or of the previous one. */
  readonly shown?: { readonly Component: ComponentType<Props> };
  readonly error?: Error;
}

export function useLazy<Props>(load: Load<Props> | undefined): Lazy<Props> & { readonly isLoading: boolean } {
  const [state, setState] = useState<Lazy<Props>>({});
  const era = returns.value;
  useEffect(() => {
    if (!load) return;
    let isCurrent = true;
    load().then(
      (Component) => isCurrent && setState({ of: load, shown: { Component } }),
      (error: Error) => {
        // biome-ignore lint/suspicious/noConsole: the browser's console is where a page tells the cause of a failure.
        console.error("A part of the console could not be loaded:", error);
        if (isCurrent) setState({ of: load, error });
        // A request finds out whether the server is reachable, and the shell shows that.
        send("GET", "/livez").catch(() => undefined);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, era]);
  return { ...state, isLoading: state.of !== load };
}

/** The messages of Chromium, Firefox and Safari for a bundle that was not received. */
const NOT_FETCHED = /dynamically imported module|importing a module script/i;

/**
 * Shows why a bundle is missing: it was not received, or it failed, whose cause is shown. A reload is offered because
 * browsers remember a failed import, and because the names of bundles change with an update of the server.
 */
export function NotLoaded({ error }: { error: Error }) {
  return (
    <Notice kind="danger">
      {NOT_FETCHED.test(error.message)
        ? "This part of the console could not be loaded from the server."
        : `This part of the console failed to start: ${String(error)}`}{" "}
      <Button text="Reload the page" onClick={() => location.reload()} />
    </Notice>
  );
}
