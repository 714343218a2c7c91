// The slow requests that the server remembers.
import type { SlowRequests as Slow } from "../../../../schema/history.ts";
import { ask } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { milliseconds } from "../../kit/format.ts";
import { MoreButton, useFirst } from "../../kit/more.tsx";
import { Failed } from "../../kit/notice.tsx";
import { Scroll } from "../../kit/scroll.tsx";
import { Ago } from "../../kit/time.tsx";

const EVERY_MS = 5_000;
const STEP = 10;

export function SlowRequests() {
  const load = (signal: AbortSignal) => ask<Slow>("GET", "/status/requests", { signal });
  const { value, error, reload } = useResource(load, [], EVERY_MS);
  const { shown, rest, more } = useFirst(value?.requests ?? [], STEP);
  return (
    <section class="card metrics-card" aria-label="Slow requests">
      <div class="metrics-head">
        <h2>Slow requests</h2>
        <span class="muted small">{value && about(value)}</span>
      </div>
      <Failed error={error} onRetry={reload} />
      {shown.length > 0 && (
        <Scroll label="List of slow requests">
          <table class="metrics-slow">
            <thead>
              <tr>
                <th scope="col">Request</th>
                <th scope="col">Collection</th>
                <th scope="col" class="number">
                  Time
                </th>
                <th scope="col" class="number">
                  Status
                </th>
                <th scope="col">When</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ at, api, method, route, collection, status, ms }) => (
                <tr key={`${at} ${method} ${route} ${ms}`}>
                  <th scope="row">
                    <code>
                      {method} {route}
                    </code>{" "}
                    {api === "ui" && <span class="muted small">console</span>}
                  </th>
                  <td>{collection}</td>
                  <td class="number">{milliseconds(ms)}</td>
                  <td class="number">{status}</td>
                  <td>
                    <Ago at={at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <MoreButton rest={rest} onMore={more} />
    </section>
  );
}

function about({ slow_ms, requests }: Slow): string {
  if (slow_ms === 0) return "slow_request_ms is 0, so no request counts as slow";
  const limit = `${milliseconds(slow_ms)} or more`;
  return requests.length === 0 ? `None of ${limit} since the start` : `The last 100 of ${limit}`;
}
