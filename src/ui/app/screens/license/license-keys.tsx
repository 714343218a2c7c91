// The license keys of the server: for whom, how many vectors, and when they count.
// The decision: only an admin sees it, because the status, which anyone may ask for, names no customers.
import { askWhole } from "../../api/request.ts";
import { Card } from "../../kit/card.tsx";
import { count } from "../../kit/format.ts";
import { Scroll } from "../../kit/scroll.tsx";
import { type Column, Table } from "../../kit/table.tsx";
import { moment, secondsUntil } from "../../kit/time.tsx";

export interface LicenseKey {
  readonly id: string;
  readonly customer: string;
  readonly max_vectors: number;
  readonly not_before: string | null;
  readonly expires_at: string | null;
  readonly counts: boolean;
}

export async function loadKeys(signal?: AbortSignal): Promise<readonly LicenseKey[]> {
  const path = "/api/service/licenses/keys";
  return (await askWhole<LicenseKey[]>("GET", path, signal ? { signal } : {})).body;
}

const COLUMNS: readonly Column<LicenseKey>[] = [
  { head: "License", isName: true, class: "access-name", cell: ({ id }) => id },
  { head: "Customer", cell: ({ customer }) => customer },
  { head: "Vectors", isNumber: true, cell: ({ max_vectors }) => count(max_vectors) },
  { head: "Begins", cell: ({ not_before }) => not_before && moment(not_before) },
  { head: "Ends", cell: ({ expires_at }) => (expires_at === null ? "never" : moment(expires_at)) },
  { head: "State", cell: (key) => <span class={key.counts ? "badge good" : "badge"}>{stateOf(key)}</span> },
];

export function LicenseKeys({ keys }: { keys: readonly LicenseKey[] }) {
  return (
    <Card title="Keys" flush>
      <Scroll label="The license keys of this server">
        <Table columns={COLUMNS} rows={keys} />
      </Scroll>
    </Card>
  );
}

function stateOf({ counts, not_before, expires_at }: LicenseKey): string {
  if (counts) return "Counts";
  if (expires_at !== null && secondsUntil(expires_at) <= 0) return "Expired";
  if (not_before !== null && secondsUntil(not_before) > 0) return "Not begun";
  return "A larger key of the license counts";
}
