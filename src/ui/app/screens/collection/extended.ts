// Whether the server has opened the groups of its API that wait for the setting extended_api: upkeep, facets, aliases,
// snapshots. Asked once, by the state of a collection, which is the cheapest of them.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, Failure } from "../../api/request.ts";
import { pathOf } from "./info.ts";

/** Undefined: not known yet. */
const isOpen = signal<boolean | undefined>(undefined);
/** The word of the server for it: the setting is not on. */
const NOT_IMPLEMENTED = 501;

export function useExtended(collection: string): boolean | undefined {
  useEffect(() => {
    if (isOpen.value !== undefined) return;
    ask("GET", pathOf(collection, "/status")).then(
      () => {
        isOpen.value = true;
      },
      (error: unknown) => {
        if (error instanceof Failure && error.status === NOT_IMPLEMENTED) isOpen.value = false;
      },
    );
  }, [collection]);
  return isOpen.value;
}
