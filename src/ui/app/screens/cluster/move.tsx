// The dialog that moves or copies a shard to another server, or removes it from one.
// The decision: the server decides what is possible, and its message is shown; only choices without a sense are left
// out.
import { useState } from "preact/hooks";
import { ask } from "../../api/request.ts";
import { useAction } from "../../kit/action.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { Field } from "../../kit/field.tsx";
import { Failed } from "../../kit/notice.tsx";
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
  const [from, setFrom] = useState(holders[0]?.peer_id ?? 0);
  const [to, setTo] = useState(others[0]?.peer_id ?? 0);
  const { busy, error, run, forget } = useAction(async () => {
    await ask("POST", pathOf(collection, "/cluster"), { body: bodyOf(kind, id, from, to) });
    tell(kind === "remove" ? `Removed shard ${id} from a server` : `The copy of shard ${id} begins`);
    onClose();
  });
  const canGo = kind === "remove" || others.length > 0;
  return (
    <Dialog title={`Shard ${id} of ${collection}`} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Segmented<Kind>
          label="Action"
          choices={KINDS}
          current={kind}
          onChange={(chosen) => {
            forget();
            setKind(chosen);
          }}
        />
        <p class="hint">{MEANINGS[kind]}</p>
        <Choice label="From" servers={holders} value={from} onChange={setFrom} />
        {kind !== "remove" && others.length > 0 && (
          <Choice label="To" servers={others} value={to} onChange={setTo} />
        )}
        {!canGo && <p class="hint">Every server has this shard.</p>}
        <Failed error={error} />
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={kind === "remove" ? "danger" : "primary"} disabled={busy || !canGo}>
            {KINDS.find((choice) => choice.id === kind)!.name} shard
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function bodyOf(kind: Kind, shard_id: number, from_peer_id: number, to_peer_id: number): object {
  if (kind === "remove") return { drop_replica: { shard_id, peer_id: from_peer_id } };
  const copy = { shard_id, from_peer_id, to_peer_id };
  return kind === "move" ? { move_shard: copy } : { replicate_shard: copy };
}

interface ChoiceProps {
  readonly label: string;
  readonly servers: readonly Server[];
  readonly value: number;
  onChange(peer: number): void;
}

function Choice({ label, servers, value, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(field) => (
        <select {...field} value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          {servers.map(({ peer_id, name }) => (
            <option key={peer_id} value={peer_id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
