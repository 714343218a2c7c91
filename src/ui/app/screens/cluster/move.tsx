// The dialog that moves or copies a shard to another server, or removes it from one.
// The decision: the server decides what is possible, and its message is shown; only choices without a sense are left
// out.
import { useState } from "preact/hooks";
import { ask } from "../../api/request.ts";
import { useAction } from "../../kit/action.ts";
import { DialogForm } from "../../kit/form.tsx";
import { SelectField } from "../../kit/inputs.tsx";
import { Segmented } from "../../kit/segmented.tsx";
import { tell } from "../../kit/toast.tsx";
import { pathOf } from "../collection/info.ts";
import type { Server, Shard } from "./load.ts";

type Kind = "move" | "copy" | "remove";

const KINDS = [
  { id: "move", name: "Move" },
  { id: "copy", name: "Copy" },
  { id: "remove", name: "Remove" },
] as const satisfies readonly { readonly id: Kind; readonly name: string }[];

const MEANINGS: Readonly<Record<Kind, string>> = {
  move: "The first server has the shard until the second one has all of its points.",
  copy: "Both servers have the shard then.",
  remove: "The server deletes its points of the shard. The last replica cannot be removed.",
};

interface Props {
  readonly collection: string;
  readonly shard: Shard;
  readonly servers: readonly Server[];
  onClose(): void;
}

export function MoveDialog({ collection, shard, servers, onClose }: Props) {
  const { id, replicas } = shard;
  const holders = servers.filter(({ peer_id }) => replicas.has(peer_id));
  const others = servers.filter(({ peer_id }) => !replicas.has(peer_id));
  const [kind, setKind] = useState<Kind>("move");
  const [from, setFrom] = useState(String(holders[0]?.peer_id));
  const [to, setTo] = useState(String(others[0]?.peer_id));
  const action = useAction(async () => {
    await ask("POST", pathOf(collection, "/cluster"), { body: bodyOf(kind, id, Number(from), Number(to)) });
    tell(kind === "remove" ? `Removed shard ${id} from a server` : `The copy of shard ${id} begins`);
    onClose();
  });
  const canGo = kind === "remove" || others.length > 0;
  return (
    <DialogForm
      title={`Shard ${id} of ${collection}`}
      action={action}
      submit={`${KINDS.find((choice) => choice.id === kind)!.name} shard`}
      kind={kind === "remove" ? "danger" : "primary"}
      disabled={!canGo}
      onClose={onClose}
    >
      <Segmented<Kind>
        label="Action"
        choices={KINDS}
        current={kind}
        onChange={(chosen) => {
          action.forget();
          setKind(chosen);
        }}
      />
      <p class="hint">{MEANINGS[kind]}</p>
      <SelectField label="From" choices={namesOf(holders)} value={from} onChange={setFrom} />
      {kind !== "remove" && others.length > 0 && (
        <SelectField label="To" choices={namesOf(others)} value={to} onChange={setTo} />
      )}
      {!canGo && <p class="hint">Every server has this shard.</p>}
    </DialogForm>
  );
}

/** Returns the names of servers by their peer ids. */
function namesOf(servers: readonly Server[]): Record<string, string> {
  return Object.fromEntries(servers.map(({ peer_id, name }) => [peer_id, name]));
}

function bodyOf(kind: Kind, shard_id: number, from_peer_id: number, to_peer_id: number): object {
  if (kind === "remove") return { drop_replica: { shard_id, peer_id: from_peer_id } };
  const copy = { shard_id, from_peer_id, to_peer_id };
  return kind === "move" ? { move_shard: copy } : { replicate_shard: copy };
}
