// The split of the shards of a collection: what it means, and which servers still divide their segments.
import { ask } from "../../api/request.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { plural } from "../../kit/format.ts";
import { tell } from "../../kit/toast.tsx";
import { pathOf } from "../collection/info.ts";
import type { Server, Sharded } from "./load.ts";

interface Props {
  readonly collection: Sharded;
  onClose(): void;
}

export function SplitDialog({ collection: { name, shards }, onClose }: Props) {
  const split = async () => {
    await ask("POST", pathOf(name, "/cluster"), { body: { start_resharding: { direction: "up" } } });
    tell(`${name} has ${plural(2 * shards.length, "shard")}`);
  };
  return (
    <Confirm
      title={`Split the shards of ${name}`}
      label="Split shards"
      kind="primary"
      onConfirm={split}
      onClose={onClose}
    >
      <p>
        Each of its {plural(shards.length, "shard")} becomes two, on the servers that have it. Nothing is
        copied between servers, and reads and writes go on.
      </p>
      <p>
        The servers then build the graphs of the new shards in the background. Shards cannot be moved until
        that is done, and they cannot be joined again.
      </p>
    </Confirm>
  );
}

/** The servers that have not divided the segments of shards that were split. */
export function Dividing({
  dividing,
  servers,
}: Pick<Sharded, "dividing"> & { readonly servers: readonly Server[] }) {
  if (dividing.length === 0) return null;
  const names = dividing.map((peer) => servers.find(({ peer_id }) => peer_id === peer)?.name ?? String(peer));
  return (
    <div class="row cluster-transfer">
      <span role="status">
        The shards were split. Being divided on {names.join(", ")}; they cannot be moved until that is done.
      </span>
    </div>
  );
}
