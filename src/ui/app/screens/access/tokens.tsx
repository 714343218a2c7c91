// The list of access tokens with permissions, expiry and last use.

import { useState } from "preact/hooks";
import type { NewToken as MadeToken, Token } from "../../../../schema/token.ts";
import { ask, askWhole, Failure } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { FORBIDDEN } from "../../api/statuses.ts";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { CodeBlock } from "../../kit/copy.tsx";
import { useCurl } from "../../kit/curl.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Failed, Notice } from "../../kit/notice.tsx";
import { Table } from "../../kit/table.tsx";
import { Ago, moment, secondsUntil, TimeLeft } from "../../kit/time.tsx";
import { tell } from "../../kit/toast.tsx";
import { CreateToken } from "./create-token.tsx";

const POLL_EVERY_MS = 10_000;
const SOON_SECONDS = 7 * 24 * 3_600;

type Open =
  | { readonly kind: "create" }
  | { readonly kind: "made"; readonly token: MadeToken }
  | { readonly kind: "rotate" | "delete"; readonly token: Token };

export function Tokens() {
  const tokens = useResource(
    async (signal) => (await askWhole<Token[]>("GET", "/auth/api_keys", { signal })).body,
    [],
    POLL_EVERY_MS,
  );
  const [open, setOpen] = useState<Open>();
  const { value, error, reload } = tokens;
  if (error instanceof Failure && error.status === FORBIDDEN) {
    return <Notice kind="info">Access tokens are shown to the admin only: {error.message}.</Notice>;
  }
  return (
    <section class="stack" aria-labelledby="tokens">
      <div class="row spread">
        <h2 id="tokens">Access tokens</h2>
        <Button icon="plus" needs="admin" class="primary" onClick={() => setOpen({ kind: "create" })}>
          Create token
        </Button>
      </div>
      <Failed error={error} onRetry={reload} />
      {value?.length === 0 && (
        <div class="card empty">
          <Icon name="key" />
          <p>No access tokens yet. Create one per program, so that each can be revoked by itself.</p>
        </div>
      )}
      {value && value.length > 0 && <TokenTable tokens={value} onOpen={setOpen} />}
      {open && <Opened open={open} onOpen={setOpen} onChange={reload} />}
    </section>
  );
}

interface OpenedProps {
  readonly open: Open;
  onOpen(open: Open | undefined): void;
  onChange(): void;
}

function Opened({ open, onOpen, onChange }: OpenedProps) {
  const close = () => onOpen(undefined);
  const show = (token: MadeToken) => {
    onChange();
    onOpen({ kind: "made", token });
  };
  if (open.kind === "create") return <CreateToken onMade={show} onClose={close} />;
  if (open.kind === "made") return <NewToken token={open.token} onClose={close} />;
  const { id, name } = open.token;
  if (open.kind === "rotate") {
    return (
      <Confirm
        title={`Rotate ${name}?`}
        label="Rotate"
        kind="primary"
        onConfirm={async () => (await askWhole<MadeToken>("POST", `/auth/api_key/${id}/rotate`)).body}
        onClose={(made) => (made ? show(made) : close())}
      >
        <p>
          <strong>{name}</strong> gets a new value. The old one is revoked at once, for every program that
          uses it.
        </p>
      </Confirm>
    );
  }
  return (
    <Confirm
      title={`Delete ${name}?`}
      label="Delete token"
      onConfirm={async () => {
        await ask("DELETE", `/auth/api_key/${id}`);
        tell(`Deleted the token ${name}`);
        onChange();
      }}
      onClose={close}
    >
      <p>
        Programs that use <strong>{name}</strong> are refused at once. This cannot be undone.
      </p>
    </Confirm>
  );
}

interface TableProps {
  readonly tokens: readonly Token[];
  onOpen(open: Open): void;
}

function TokenTable({ tokens, onOpen }: TableProps) {
  return (
    <div class="card flush">
      <Table
        rows={tokens.toReversed()}
        keyOf={({ id }) => String(id)}
        columns={[
          {
            head: "Name",
            isName: true,
            class: "name",
            cell: ({ name, description }) => (
              <>
                {name}
                {description && <div class="small muted">{description}</div>}
              </>
            ),
          },
          { head: "State", cell: (token) => <State left={leftOf(token)} /> },
          { head: "Permissions", cell: ({ permission }) => permission.replaceAll(",", ", ") },
          { head: "Created", class: "whole", cell: ({ created_at }) => moment(created_at) },
          {
            head: "Last used",
            class: "whole",
            cell: ({ last_used_at }) => (last_used_at ? <Ago at={last_used_at} /> : NEVER),
          },
          {
            head: "Expires in",
            class: "whole",
            cell: (token) => {
              const { expired_at } = token;
              if (expired_at === null) return NEVER;
              return leftOf(token) <= 0 ? <Ago at={expired_at} /> : <TimeLeft until={expired_at} />;
            },
          },
          { head: "Actions", isHidden: true, cell: (token) => <Actions {...{ token, onOpen }} /> },
        ]}
      />
    </div>
  );
}

const NEVER = <span class="muted">never</span>;

/** Returns the seconds until a token expires. */
function leftOf({ expired_at }: Token): number {
  return expired_at === null ? Number.POSITIVE_INFINITY : secondsUntil(expired_at);
}

function State({ left }: { left: number }) {
  if (left <= 0) return <span class="badge danger">Expired</span>;
  if (left < SOON_SECONDS) return <span class="badge amber">Expires soon</span>;
  return <span class="badge good">Active</span>;
}

function Actions({ token, onOpen }: Pick<TableProps, "onOpen"> & { token: Token }) {
  return (
    <div class="row nowrap end">
      <Button
        text="Rotate"
        needs="admin"
        aria-label={`Rotate ${token.name}`}
        disabled={leftOf(token) <= 0}
        onClick={() => onOpen({ kind: "rotate", token })}
      />
      <Button
        icon="trash"
        needs="admin"
        class="quiet"
        aria-label={`Delete ${token.name}`}
        onClick={() => onOpen({ kind: "delete", token })}
      />
    </div>
  );
}

/** Shows the value of a new token, which the server returns only once. */
function NewToken({ token, onClose }: { token: MadeToken; onClose: () => void }) {
  const curl = useCurl();
  return (
    <Dialog title={`The token ${token.name}`} isKept onClose={onClose}>
      <div class="stack">
        <Notice kind="warning">Copy it now: it is shown only once. The server stores only a hash.</Notice>
        <CodeBlock label="Token" text={token.api_key} />
        <p class="hint">
          Send it as <code>Authorization: Bearer …</code> or as <code>api-key: …</code>. In a terminal:
        </p>
        <CodeBlock
          label="Request"
          text={`export AZIMUTH_TOKEN='${token.api_key}'\n${curl("GET", "/collections")}`}
        />
        <div class="dialog-end">
          <Button text="Done" class="primary" onClick={onClose} />
        </div>
      </div>
    </Dialog>
  );
}
