// Where the shards of a collection are: a row for each shard, a column for each server, and the copies that are being
// made.
import { useState } from "preact/hooks";
import { ask } from "../../api/request.ts";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/card.tsx";
import { count, plural } from "../../kit/format.ts";
import { Meter } from "../../kit/meter.tsx";
import { Scroll } from "../../kit/scroll.tsx";
import { type Column, Table } from "../../kit/table.tsx";
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
    <Card
      flush
      title={<a href={linkTo(["collections", name, "points"])}>{name}</a>}
      label={`Shards of ${name}`}
      aside={
        <>
          <span class="muted small">{plural(shards.length, "shard")}</span>
          <Split collection={collection} onChange={onChange} />
        </>
      }
    >
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
        <Table<Shard>
          rows={shards}
          columns={[
            { head: "Shard", isName: true, cell: ({ id }) => id },
            {
              head: "Points",
              isNumber: true,
              title: "Known for the shards of this server",
              cell: ({ points }) => (points === undefined ? "–" : count(points)),
            },
            ...servers.map(({ peer_id, name }) => ({ head: name, cell: replicaOn(peer_id) })),
            {
              head: "Change",
              isHidden: true,
              isNumber: true,
              cell: (shard) => (
                <Button
                  class="quiet slim"
                  icon="edit"
                  aria-label={`Change shard ${shard.id}`}
                  onClick={() => setMoving(shard)}
                />
              ),
            },
          ]}
        />
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
    </Card>
  );
}

function replicaOn(peer: number): Column<Shard>["cell"] {
  return ({ replicas }) => {
    const state = replicas.get(peer);
    return state ? <StateBadge state={state} /> : <span class="muted">–</span>;
  };
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
      <Button onClick={() => abort().catch(tellFailure)} text="Abort" />
    </div>
  );
}

/** Reads the numbers of "Transferring records (120/4000)". */
function progressIn(comment: string): { readonly copied: number; readonly points: number } | null {
  const [, copied, points] = /\((\d+)\/(\d+)\)/.exec(comment) ?? [];
  return points === undefined ? null : { copied: Number(copied), points: Number(points) };
}
