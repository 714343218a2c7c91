// Where the shards of a collection are: a row for each shard, a column for each server, and the copies that are being
// made.
import { useState } from "preact/hooks";
import { ask } from "../../api/request.ts";
import { count, plural } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import { Meter } from "../../kit/meter.tsx";
import { Scroll } from "../../kit/scroll.tsx";
import { tell, tellFailure } from "../../kit/toast.tsx";
import { linkTo } from "../../shell/route.ts";
import { pathOf } from "../collection/info.ts";
import type { Server, Shard, Sharded, Transfer } from "./load.ts";
import { MoveDialog } from "./move.tsx";
import { StateBadge } from "./servers.tsx";
import { Dividing, Split } from "./split.tsx";

interface Props {
  readonly collection: Sharded;
  readonly servers: readonly Server[];
  onChange(): void;
}

export function Shards({ collection, servers, onChange }: Props) {
  const { name, shards, transfers, dividing } = collection;
  const [moving, setMoving] = useState<Shard>();
  return (
    <section class="card flush" aria-label={`Shards of ${name}`}>
      <div class="row spread cluster-head">
        <h2>
          <a href={linkTo(["collections", name, "points"])}>{name}</a>
        </h2>
        <span class="muted small">{plural(shards.length, "shard")}</span>
        <Split collection={collection} onChange={onChange} />
      </div>
      <Dividing dividing={dividing} servers={servers} />
      {transfers.map((transfer) => (
        <TransferRow
          key={`${transfer.shard_id} ${transfer.to}`}
          collection={name}
          transfer={transfer}
          servers={servers}
          onChange={onChange}
        />
      ))}
      <Scroll label={`Placement of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Shard</th>
              <th scope="col" class="number" title="Known for the shards of this server">
                Points
              </th>
              {servers.map(({ peer_id, name }) => (
                <th key={peer_id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">
                <span class="visually-hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shards.map((shard) => (
              <ShardRow key={shard.id} shard={shard} servers={servers} onMove={() => setMoving(shard)} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {moving && (
        <MoveDialog
          collection={name}
          shard={moving}
          servers={servers}
          onClose={() => {
            setMoving(undefined);
            onChange();
          }}
        />
      )}
    </section>
  );
}

interface ShardRowProps {
  readonly shard: Shard;
  readonly servers: readonly Server[];
  onMove(): void;
}

function ShardRow({ shard: { id, points, replicas }, servers, onMove }: ShardRowProps) {
  return (
    <tr>
      <th scope="row">{id}</th>
      <td class="number">{points === undefined ? "–" : count(points)}</td>
      {servers.map(({ peer_id }) => {
        const state = replicas.get(peer_id);
        return <td key={peer_id}>{state ? <StateBadge state={state} /> : <span class="muted">–</span>}</td>;
      })}
      <td class="number">
        <button type="button" class="quiet" aria-label={`Change shard ${id}`} onClick={onMove}>
          <Icon name="edit" />
        </button>
      </td>
    </tr>
  );
}

interface TransferProps {
  readonly collection: string;
  readonly transfer: Transfer;
  readonly servers: readonly Server[];
  onChange(): void;
}

/** A copy that is being made, with its progress if the server knows it. */
function TransferRow({ collection, transfer, servers, onChange }: TransferProps) {
  const { shard_id, from, to, sync, comment } = transfer;
  const nameOf = (peer: number) => servers.find(({ peer_id }) => peer_id === peer)?.name ?? String(peer);
  const progress = comment ? progressIn(comment) : null;
  const abort = async (): Promise<void> => {
    const body = { abort_transfer: { shard_id, from_peer_id: from, to_peer_id: to } };
    await ask("POST", pathOf(collection, "/cluster"), { body });
    tell(`The copy of shard ${shard_id} ends`);
    onChange();
  };
  return (
    <div class="row spread cluster-transfer">
      <span>
        Shard {shard_id} {sync ? "is copied" : "moves"} from {nameOf(from)} to {nameOf(to)}
      </span>
      {progress && (
        <div class="cluster-progress">
          <Meter
            goal
            label={`Points of shard ${shard_id} copied`}
            used={progress.copied}
            of={progress.points}
          />
          <span class="small muted">
            {count(progress.copied)} of {count(progress.points)} points
          </span>
        </div>
      )}
      <button type="button" onClick={() => abort().catch(tellFailure)}>
        Abort
      </button>
    </div>
  );
}

/** Reads the numbers of "Transferring records (120/4000)". */
function progressIn(comment: string): { readonly copied: number; readonly points: number } | null {
  const [, copied, points] = /\((\d+)\/(\d+)\)/.exec(comment) ?? [];
  return points === undefined ? null : { copied: Number(copied), points: Number(points) };
}
