// The servers of the cluster with their states, and how far they are behind the log.
import { count, duration } from "../../kit/format.ts";
import { Table } from "../../kit/table.tsx";
import type { Cluster, Server, Sharded, State } from "./load.ts";

const KINDS: Readonly<Record<State, string>> = {
  Active: "good",
  Recovery: "amber",
  Partial: "amber",
  Dead: "danger",
};
/** Servers tell of themselves every second or two, so less than this is shown as "just now". */
const JUST_NOW_SECONDS = 5;

/** Shows the state of a server or of a replica. */
export function StateBadge({ state }: { state: State }) {
  return <span class={`badge ${KINDS[state]}`}>{state === "Partial" ? "Copying" : state}</span>;
}

export function Servers({ cluster: { servers, sharded, own } }: { cluster: Cluster }) {
  const last = Math.max(0, ...servers.map(({ applied_lsn }) => applied_lsn));
  return (
    <section class="card flush" aria-label="Servers">
      <Table<Server>
        rows={servers}
        columns={[
          {
            head: "Server",
            isName: true,
            cell: ({ name, peer_id }) => (
              <>
                {name} {peer_id === own && <span class="muted small">this server</span>}
              </>
            ),
          },
          {
            head: "State",
            cell: ({ state, problem }) => (
              <>
                <StateBadge state={state} />
                {problem && <div class="small cluster-problem">{problem}</div>}
              </>
            ),
          },
          { head: "Address", class: "break", cell: ({ uri }) => uri },
          { head: "Version", cell: ({ version }) => version },
          {
            head: "Shards",
            isNumber: true,
            title: "Replicas of the shards below",
            cell: (server) => count(shardsOf(server, sharded)),
          },
          {
            head: "Behind",
            isNumber: true,
            title: "Entries of the log that it has not applied yet",
            cell: ({ applied_lsn }) => count(last - applied_lsn),
          },
          {
            head: "Last contact",
            isNumber: true,
            cell: ({ silent_seconds: seconds }) =>
              seconds < JUST_NOW_SECONDS ? "just now" : `${duration(seconds)} ago`,
          },
        ]}
      />
    </section>
  );
}

function shardsOf({ peer_id }: Server, sharded: readonly Sharded[]): number {
  return sharded.reduce(
    (sum, { shards }) => sum + shards.filter(({ replicas }) => replicas.has(peer_id)).length,
    0,
  );
}
