// The response of GET /status. The shell asks for it, and all others read what it has.
import type { Status } from "../../../schema/status.ts";
import { ask } from "./request.ts";
import { sharedResource } from "./resource.ts";

export type { Status };

const POLL_EVERY_MS = 5_000;

const status = sharedResource(
  (signal) => ask<Status>("GET", "/status", { signal }),
  () => POLL_EVERY_MS,
);

export const useStatus = status.use;
/** Keeps the status up to date; the shell calls it. */
export const useStatusPolling = status.usePolling;
