// Whether the server has opened the groups of its API that wait for the setting extended_api: upkeep, facets, aliases,
// snapshots. The server says so itself; it is asked once, and again when it was gone, because the setting is of its start.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, returns } from "../../api/request.ts";
import type { Status } from "../../api/status.ts";

/** Undefined: not known yet. */
const isOpen = signal<boolean | undefined>(undefined);
let askedIn: number | undefined;

export function useExtended(): boolean | undefined {
  const era = returns.value;
  useEffect(() => {
    if (askedIn === era) return;
    askedIn = era;
    ask<Status>("GET", "/status").then(
      ({ extended_api }) => {
        isOpen.value = extended_api;
      },
      () => {
        askedIn = undefined;
      },
    );
  }, [era]);
  return isOpen.value;
}
