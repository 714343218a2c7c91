// Reads the metrics of the server regularly.
// The decision: the readings are kept in this module, so that they are there when the screen is opened again. It is the
// only module that knows where readings come from.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Failure, send } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { parseExposition } from "./exposition.ts";
import { append, type Reading } from "./history.ts";

export const EVERY_MS = 2_000;

const history = signal<readonly Reading[]>([]);

/** Reads while a component shows it. */
export function useReadings(): {
  readonly history: readonly Reading[];
  readonly error: Error | undefined;
  reload(): void;
} {
  const { value, error, reload } = useResource(read, [], EVERY_MS);
  useEffect(() => {
    if (value !== undefined && value !== history.value.at(-1)) history.value = append(history.value, value);
  }, [value]);
  return { history: history.value, error, reload };
}

async function read(signal: AbortSignal): Promise<Reading> {
  const reply = await send("GET", "/metrics", { signal });
  if (!reply.ok) throw new Failure(reply.status, `No metrics: ${reply.text.slice(0, 200)}`);
  return { at: Date.now() / 1000, figures: parseExposition(reply.text) };
}
