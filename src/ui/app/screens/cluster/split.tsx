// The split of the shards of a collection: what it means, and which servers still divide their segments.
import { useState } from "preact/hooks";
import { ask } from "../../api/request.ts";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { plural } from "../../kit/format.ts";
import { tell } from "../../kit/toast.tsx";
import { pathOf } from "../collection/info.ts";
import type { Server, Sharded } from "./load.ts";

/** As many as a collection may have. */
const MAX_SHARDS = 64;

interface Props {
  readonly collection: Sharded;
  onChange(): void;
}

/** A button with its dialog; nothing while a split cannot be begun. */
export function Split({ collection, onChange }: Props) {
  const { name, shards, transfers, dividing } = collection;
  const [isOpen, setOpen] = useState(false);
  if (dividing.length + transfers.length > 0 || 2 * shards.length > MAX_SHARDS) return null;
  const split = async () => {
    await ask("POST", pathOf(name, "/cluster"), { body: { start_resharding: { direction: "up" } } });
    tell(`${name} has ${plural(2 * shards.length, "shard")}`);
  };
  const close = () => {
    setOpen(false);
    onChange();
  };
  return (
    <>
      <Button class="quiet" onClick={() => setOpen(true)} text="Split" />
      {isOpen && (
        <Confirm
          title={`Split the shards of ${name}`}
          label="Split shards"
          kind="primary"
          onConfirm={split}
          onClose={close}
        >
          <p>
            Each of its {plural(shards.length, "shard")} becomes two, on the servers that have it. Nothing is
            copied between servers, and reads and writes go on.
          </p>
          <p>
            The servers then build the graphs of the new shards in the background. Shards cannot be moved
            until that is done, and they cannot be joined again.
          </p>
        </Confirm>
      )}
    </>
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
