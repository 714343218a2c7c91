// The license keys of the server: for whom, how many vectors, and when they count.
// The decision: only an admin sees it, because the status, which anyone may ask for, names no customers.
import { askWhole } from "../../api/request.ts";
import { count } from "../../kit/format.ts";
import { Scroll } from "../../kit/scroll.tsx";
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

export function LicenseKeys({ keys }: { keys: readonly LicenseKey[] }) {
  return (
    <section class="card flush" aria-label="Keys">
      <h2 class="config-pad">Keys</h2>
      <Scroll label="The license keys of this server">
        <table>
          <thead>
            <tr>
              <th scope="col">License</th>
              <th scope="col">Customer</th>
              <th scope="col" class="number">
                Vectors
              </th>
              <th scope="col">Begins</th>
              <th scope="col">Ends</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key, i) => (
              <tr key={`${i}`}>
                <th scope="row" class="access-name">
                  {key.id}
                </th>
                <td>{key.customer}</td>
                <td class="number">{count(key.max_vectors)}</td>
                <td>{key.not_before && moment(key.not_before)}</td>
                <td>{key.expires_at === null ? "never" : moment(key.expires_at)}</td>
                <td>
                  <span class={key.counts ? "badge good" : "badge"}>{stateOf(key)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function stateOf({ counts, not_before, expires_at }: LicenseKey): string {
  if (counts) return "Counts";
  if (expires_at !== null && secondsUntil(expires_at) <= 0) return "Expired";
  if (not_before !== null && secondsUntil(not_before) > 0) return "Not begun";
  return "A larger key of the license counts";
}
