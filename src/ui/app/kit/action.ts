// Something a button or a form does at the server: whether it is under way, and why it failed.
import { useState } from "preact/hooks";

interface Action<Given extends unknown[]> {
  readonly busy: boolean;
  readonly error: Error | undefined;
  run(...given: Given): Promise<void>;
  /** The error has been seen, or what it was about has changed. */
  forget(): void;
}

/** @param work is not begun again while it is under way */
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
