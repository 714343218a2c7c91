// The servers of the cluster with their states, and how far they are behind the log.
import { count, duration } from "../../kit/format.ts";
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
      <table>
        <thead>
          <tr>
            <th scope="col">Server</th>
            <th scope="col">State</th>
            <th scope="col">Address</th>
            <th scope="col">Version</th>
            <th scope="col" class="number" title="Replicas of the shards below">
              Shards
            </th>
            <th scope="col" class="number" title="Entries of the log that it has not applied yet">
              Behind
            </th>
            <th scope="col" class="number">
              Last contact
            </th>
          </tr>
        </thead>
        <tbody>
          {servers.map((server) => (
            <Row
              key={server.peer_id}
              server={server}
              isOwn={server.peer_id === own}
              shards={shardsOf(server, sharded)}
              behind={last - server.applied_lsn}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly server: Server;
  /** Whether it is the server of this console. */
  readonly isOwn: boolean;
  readonly shards: number;
  readonly behind: number;
}

function Row({ server, isOwn, shards, behind }: RowProps) {
  const { name, state, problem, uri, version, silent_seconds } = server;
  return (
    <tr>
      <th scope="row">
        {name} {isOwn && <span class="muted small">this server</span>}
      </th>
      <td>
        <StateBadge state={state} />
        {problem && <div class="small cluster-problem">{problem}</div>}
      </td>
      <td class="break">{uri}</td>
      <td>{version}</td>
      <td class="number">{count(shards)}</td>
      <td class="number">{count(behind)}</td>
      <td class="number">
        {silent_seconds < JUST_NOW_SECONDS ? "just now" : `${duration(silent_seconds)} ago`}
      </td>
    </tr>
  );
}

function shardsOf({ peer_id }: Server, sharded: readonly Sharded[]): number {
  return sharded.reduce(
    (sum, { shards }) => sum + shards.filter(({ replicas }) => replicas.has(peer_id)).length,
    0,
  );
}
