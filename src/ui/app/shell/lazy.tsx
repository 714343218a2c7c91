// A part of the console that is a bundle of its own: loaded when it is opened, and again when a lost server is back.
// The decision: what was open stays until the next one is there.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { returns, send } from "../api/request.ts";
import { Notice } from "../kit/notice.tsx";

export interface Lazy<Props> {
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

/** Browsers remember a bundle that they did not get, and after an update of the server it has another name. */
export function NotLoaded() {
  return (
    <Notice kind="danger">
      This part of the console could not be loaded.{" "}
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </Notice>
  );
}
