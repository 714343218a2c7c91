// The response of GET /status, as far as the console reads it.
import { ask } from "./request.ts";
import { type Resource, useResource } from "./resource.ts";

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

export function useStatus(): Resource<Status> {
  return useResource((signal) => ask<Status>("GET", "/status", { signal }), [], POLL_EVERY_MS);
}
