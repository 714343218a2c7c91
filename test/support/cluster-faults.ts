// What may happen to the servers of a cluster and to its PostgreSQL, each at a random moment and for a random time.
// The decision: every fault heals before it resolves, so a round ends with all servers there, and two of different
// kinds may run at once.
import { setTimeout as sleep } from "node:timers/promises";
import { pick, type Random } from "./chance.ts";
import type { ClusterServers } from "./cluster-servers.ts";

interface Fault {
  readonly name: string;
  readonly run: () => Promise<void>;
}

const MAX_PAUSE_MS = 1_500;
/** Sometimes a fault lasts longer than a connection waits for an answer. */
const LONG_PAUSE_MS = 12_000;
const LONG_SHARE = 0.03;
const DELAYS_MS = [2, 20, 150];

export function clusterFaults(
  { all, postgres }: ClusterServers,
  random: Random,
): { readonly ofServers: readonly Fault[]; readonly ofPostgres: readonly Fault[] } {
  const ms = () => (random() < LONG_SHARE ? LONG_PAUSE_MS : random() * MAX_PAUSE_MS);
  const one = () => pick(random, all);
  const fault = (name: string, run: () => Promise<void>): Fault => ({ name, run });
  const paused = async (servers: readonly { pause(): void; resume(): void }[]) => {
    for (const server of servers) server.pause();
    await sleep(ms());
    for (const server of servers) server.resume();
  };
  const killed = fault("server killed", () => one().restart(random() * MAX_PAUSE_MS, false));
  const failedOver = fault("failover", () => postgres.failOver("killed", random() * 500));
  return {
    ofServers: [
      killed,
      killed,
      fault("server killed and emptied", () => one().restart(random() * MAX_PAUSE_MS, true)),
      fault("all servers killed", async () => {
        await Promise.all(all.map((server) => server.restart(random() * MAX_PAUSE_MS, random() < 0.2)));
      }),
      fault("server stopped", () => one().pause(ms())),
      fault("connections cut", () => one().cutOff({ kind: "cut" }, ms())),
      fault("connections lose all", () => one().cutOff({ kind: "lose" }, ms())),
      fault("connections held", () => one().cutOff({ kind: "hold" }, ms())),
      fault("connections delayed", () => one().cutOff({ kind: "delay", ms: pick(random, DELAYS_MS) }, ms())),
    ],
    ofPostgres: [
      fault("primary killed", () => postgres.restart(random() * MAX_PAUSE_MS)),
      failedOver,
      failedOver,
      fault("failover beside the former primary", () => postgres.failOver("paused", random() * 1_000)),
      fault("primary stopped", () => paused([postgres.primary])),
      fault("standbys stopped", () => paused(postgres.standbys)),
    ],
  };
}
