// A hook for an action of a button or a form: whether it is running, and its error.
import { useState } from "preact/hooks";

export interface Action<Given extends unknown[]> {
  readonly busy: boolean;
  readonly error: Error | undefined;
  run(...given: Given): Promise<void>;
  /** Removes the error, because the user has seen it or changed the input. */
  forget(): void;
}

/** @param work is not called again while it is running */
export function useAction<Given extends unknown[]>(work: (...given: Given) => Promise<void>): Action<Given> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = async (...given: Given): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work(...given);
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  return { busy, error, run, forget: () => setError(undefined) };
}
