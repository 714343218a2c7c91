// Delays of the server's event loop during a measurement, from its metrics.

const NAME = "azimuth_event_loop_delay_seconds";
/** Quantiles of the delays. */
const SHARES = [0.5, 0.99];

/** Numbers of delays up to a number of seconds. */
type Counts = ReadonlyMap<number, number>;

/** @returns a function that describes the delays since this call */
export async function loopDelay(url: string): Promise<() => Promise<string>> {
  const before = await counts(url);
  return async () => {
    const since = Array.from(
      await counts(url),
      ([bound, count]) => [bound, count - before.get(bound)!] as const,
    );
    const all = since.at(-1)![1];
    const bounds = SHARES.map((share) => since.find(([, count]) => count >= all * share)![0] * 1000);
    return SHARES.map((share, i) => `p${share * 100} <= ${bounds[i]} ms`).join(", ");
  };
}

async function counts(url: string): Promise<Counts> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(new RegExp(`^${NAME}_bucket\\{le="([^"]+)"\\} (\\d+)$`, "gm"));
  return new Map(
    Array.from(lines, ([, bound, count]) => [bound === "+Inf" ? Infinity : Number(bound), Number(count)]),
  );
}
