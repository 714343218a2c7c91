// The response of GET /status, as far as the console reads it. The shell asks for it, and all others read what it has.
import { ask } from "./request.ts";
import { sharedResource } from "./resource.ts";

interface Address {
  readonly port: number;
  readonly tls: boolean;
  /** The address of the settings, for programs elsewhere. */
  readonly public_url: string | null;
}

export interface Status {
  readonly state: "ok" | "degraded";
  readonly problems: readonly { readonly kind: string; readonly message: string }[];
  readonly warnings: readonly string[];
  readonly version: string;
  readonly uptime_seconds: number;
  readonly collections_count: number;
  readonly vectors: { readonly used: number; readonly cap: number };
  readonly auth_enabled: boolean;
  /** Where programs reach the server; absent from older servers. */
  readonly addresses?: { readonly rest: Address; readonly grpc: Address } | null;
  readonly extended_api: boolean;
  readonly replication: { readonly role: "leader" | "follower" | "replaced" | "member" };
  readonly log: {
    readonly bytes: number;
    readonly commits: number;
    readonly sync_ms: { readonly p50: number; readonly p99: number; readonly max: number };
  };
  readonly memory: {
    readonly used_bytes: number;
    readonly limit_bytes: number;
    readonly resident_bytes: number | null;
  };
}

const POLL_EVERY_MS = 5_000;

const status = sharedResource(
  (signal) => ask<Status>("GET", "/status", { signal }),
  () => POLL_EVERY_MS,
);

export const useStatus = status.use;
/** Keeps the status up to date; the shell calls it. */
export const useStatusPolling = status.usePolling;
