// A part of the console that is a bundle of its own: loaded when it is opened, and again when a lost server is back.
// The decision: what was open stays until the next one is there.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { returns, send } from "../api/request.ts";
import { Notice } from "../kit/notice.tsx";

interface Lazy<Props> {
  /** Of the `load` that is wanted now, or of the one before. */
  readonly shown?: { readonly Component: ComponentType<Props> };
  readonly error?: Error;
}

export function useLazy<Props>(load: (() => Promise<ComponentType<Props>>) | undefined): Lazy<Props> {
  const [state, setState] = useState<Lazy<Props>>({});
  const era = returns.value;
  useEffect(() => {
    if (!load) return;
    let isCurrent = true;
    load().then(
      (Component) => isCurrent && setState({ shown: { Component } }),
      (error: Error) => {
        // biome-ignore lint/suspicious/noConsole: the browser's console is where a page tells the cause of a failure.
        console.error("A part of the console could not be loaded:", error);
        if (isCurrent) setState({ error });
        // Finds out whether the server is there at all, and says so.
        send("GET", "/livez").catch(() => undefined);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, era]);
  return state;
}

/** Chromium, Firefox and Safari each have words of their own for a bundle that did not arrive. */
const NOT_FETCHED = /dynamically imported module|importing a module script/i;

/**
 * Tells a bundle that did not arrive from one that arrived and failed, whose cause is shown.
 * Browsers remember a bundle that they did not get, and after an update of the server it has another name.
 */
export function NotLoaded({ error }: { error: Error }) {
  return (
    <Notice kind="danger">
      {NOT_FETCHED.test(error.message)
        ? "This part of the console could not be loaded from the server."
        : `This part of the console failed to start: ${String(error)}`}{" "}
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </Notice>
  );
}
