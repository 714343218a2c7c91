// A hook that loads what a screen shows: when it opens, when one of its dependencies changes, and at intervals.
// The decision: the old value stays visible while the new one is loaded and after a failure; a page in the background
// makes no requests.
import { signal } from "@preact/signals";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { returns } from "./request.ts";
import { credential } from "./session.ts";

export interface Resource<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  reload(): void;
}

/**
 * @param load is called again when `deps` change, after signing in or out, and when the server is reachable again
 * @param everyMs the interval of further calls
 */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: readonly unknown[],
  everyMs?: number,
): Resource<T> {
  const [state, setState] = useState<Omit<Resource<T>, "reload">>({
    value: undefined,
    error: undefined,
    loading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const who = credential.value;
  const era = returns.value;
  useEffect(() => setState({ value: undefined, error: undefined, loading: true }), [...deps]);
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    latest.current(abort.signal).then(
      (value) => abort.signal.aborted || setState({ value, error: undefined, loading: false }),
      (error: Error) => abort.signal.aborted || setState(({ value }) => ({ value, error, loading: false })),
    );
    return () => abort.abort();
  }, [...deps, round, who, era]);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => document.hidden || reload(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);
  return { ...state, reload };
}

/** A resource that one component loads, so that there is one request however many components show it. */
interface SharedResource<T> {
  use(): Resource<T>;
  /** Loads it again and again while the component that calls this is shown. */
  usePolling(): void;
}

/** @param everyMs returns the interval for a value */
export function sharedResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  everyMs: (value: T | undefined) => number,
): SharedResource<T> {
  const unknown: Resource<T> = { value: undefined, error: undefined, loading: true, reload: () => undefined };
  const shared = signal(unknown);
  return {
    use: () => shared.value,
    usePolling: () => {
      const resource = useResource(load, [], everyMs(shared.value.value));
      const { value, error, loading } = resource;
      useLayoutEffect(() => {
        shared.value = resource;
      }, [value, error, loading]);
      // Another user must not see what this one has loaded.
      useEffect(
        () => () => {
          shared.value = unknown;
        },
        [],
      );
    },
  };
}
