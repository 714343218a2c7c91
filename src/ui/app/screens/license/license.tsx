// The license screen: limits, expiry, the keys, and adding a product key.
import { useState } from "preact/hooks";
import type { LicenseStatus as Status } from "../../../../schema/license.ts";
import { askWhole } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { mayUse } from "../../api/session.ts";
import { useStatus } from "../../api/status.ts";
import { useAction } from "../../kit/action.ts";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/card.tsx";
import { Form } from "../../kit/form.tsx";
import { count, percent } from "../../kit/format.ts";
import { TextArea } from "../../kit/inputs.tsx";
import { Meter } from "../../kit/meter.tsx";
import { Failed, Notice } from "../../kit/notice.tsx";
import { moment, TimeLeft } from "../../kit/time.tsx";
import { tell } from "../../kit/toast.tsx";
import { type LicenseKey, LicenseKeys, loadKeys } from "./license-keys.tsx";

const PATH = "/api/service/licenses";
const POLL_EVERY_MS = 10_000;
const WARN_SHARE = 0.8;

export function License() {
  const license = useResource(
    async (signal) => (await askWhole<Status>("GET", `${PATH}/status`, { direct: true, signal })).body,
    [],
    POLL_EVERY_MS,
  );
  const mayList = mayUse("admin");
  const keys = useResource(async (signal) => (mayList ? loadKeys(signal) : []), [mayList]);
  const { value: server } = useStatus();
  const { value, error, reload } = license;
  return (
    <>
      <div class="page-head">
        <h1>License</h1>
        {value && (
          <span class={value.edition === "licensed" ? "badge good" : "badge"}>
            {value.edition === "licensed" ? "Licensed" : "Community edition"}
          </span>
        )}
      </div>
      <Failed error={error} onRetry={reload} />
      <Card title="Vectors">
        {value ? <Cap used={server?.vectors.used} cap={value.max_vectors} /> : <p class="muted">…</p>}
        {value && <Ends at={value.expires_at} />}
      </Card>
      <Failed error={keys.error} onRetry={keys.reload} />
      {keys.value && keys.value.length > 0 && <LicenseKeys keys={keys.value} />}
      <AddKey
        before={value?.max_vectors}
        keys={mayList ? keys.value : undefined}
        onAdded={() => {
          reload();
          keys.reload();
        }}
      />
    </>
  );
}

function Cap({ used, cap }: { used: number | undefined; cap: number }) {
  if (used === undefined) return <p>Up to {count(cap)} vectors.</p>;
  const share = cap === 0 ? 1 : used / cap;
  return (
    <>
      <p>
        <strong class="license-used">{count(used)}</strong> of {count(cap)} vectors,{" "}
        <span class="muted">{percent(share)}</span>
      </p>
      <Meter label="Vectors used" used={used} of={cap} />
      {share >= WARN_SHARE && (
        <Notice kind={share >= 1 ? "danger" : "warning"}>
          {share >= 1 ? "The limit is reached: " : "When the limit is reached, "}
          writes that add vectors are refused. Searches, updates and deletions still work, and nothing is ever
          deleted. Add a key or delete points.
        </Notice>
      )}
    </>
  );
}

function Ends({ at }: { at: string | null }) {
  if (at === null) return <p class="muted">Does not expire.</p>;
  return (
    <p>
      Expires in <TimeLeft until={at} /> <span class="muted">({moment(at)}). The limit changes then.</span>
    </p>
  );
}

interface AddKeyProps {
  /** The limit without the key; undefined: unknown. */
  readonly before: number | undefined;
  /** The keys without it; undefined: unknown. */
  readonly keys: readonly LicenseKey[] | undefined;
  onAdded(): void;
}

function AddKey({ before, keys, onAdded }: AddKeyProps) {
  const [key, setKey] = useState("");
  const { busy, error, run, forget } = useAction(async () => {
    const body = { product_key: key };
    const { max_vectors } = (await askWhole<Status>("POST", `${PATH}/add`, { body, direct: true })).body;
    setKey("");
    const isKnown = keys !== undefined && (await loadKeys()).length === keys.length;
    tell(
      isKnown
        ? `This key was added before. The limit stays at ${count(max_vectors)} vectors`
        : max_vectors === before
          ? `The limit stays at ${count(max_vectors)} vectors: a larger key of the license counts, or this one was added before`
          : `License added: up to ${count(max_vectors)} vectors`,
    );
    onAdded();
  });
  return (
    <section class="card" aria-label="More vectors">
      <Form onSubmit={run}>
        <TextArea
          label="Product key"
          hint="The limits of several licenses add up; they replace the community limit. Keys are checked offline."
          error={error?.message}
          class="mono license-key"
          required
          placeholder="AZL1. …"
          value={key}
          onChange={(typed) => {
            forget();
            setKey(typed);
          }}
        />
        <div class="dialog-end">
          <Button type="submit" class="primary" disabled={busy} text="Add key" />
        </div>
      </Form>
    </section>
  );
}
