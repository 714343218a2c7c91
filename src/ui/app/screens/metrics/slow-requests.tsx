// The slow requests that the server remembers.
import type { SlowRequests as Slow } from "../../../../schema/history.ts";
import { ask } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { Card } from "../../kit/card.tsx";
import { milliseconds } from "../../kit/format.ts";
import { Failed } from "../../kit/notice.tsx";
import { Scroll } from "../../kit/scroll.tsx";
import { Table } from "../../kit/table.tsx";
import { Ago } from "../../kit/time.tsx";

const EVERY_MS = 5_000;
const STEP = 10;

export function SlowRequests() {
  const load = (signal: AbortSignal) => ask<Slow>("GET", "/status/requests", { signal });
  const { value, error, reload } = useResource(load, [], EVERY_MS);
  const { requests = [] } = value ?? {};
  return (
    <Card
      class="metrics-card"
      title="Slow requests"
      aside={<span class="muted small">{value && about(value)}</span>}
    >
      <Failed error={error} onRetry={reload} />
      {requests.length > 0 && (
        <Scroll label="List of slow requests">
          <Table
            class="metrics-slow"
            rows={requests}
            step={STEP}
            keyOf={({ at, method, route, ms }) => `${at} ${method} ${route} ${ms}`}
            columns={[
              {
                head: "Request",
                isName: true,
                cell: ({ api, method, route }) => (
                  <>
                    <code>
                      {method} {route}
                    </code>{" "}
                    {api === "ui" && <span class="muted small">console</span>}
                  </>
                ),
              },
              { head: "Collection", cell: ({ collection }) => collection },
              { head: "Time", isNumber: true, cell: ({ ms }) => milliseconds(ms) },
              { head: "Status", isNumber: true, cell: ({ status }) => status },
              { head: "When", cell: ({ at }) => <Ago at={at} /> },
            ]}
          />
        </Scroll>
      )}
    </Card>
  );
}

function about({ slow_ms, requests }: Slow): string {
  if (slow_ms === 0) return "slow_request_ms is 0, so no request counts as slow";
  const limit = `${milliseconds(slow_ms)} or more`;
  return requests.length === 0 ? `None of ${limit} since the start` : `The last 100 of ${limit}`;
}
