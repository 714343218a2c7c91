// How late the server's timers were while something was measured, as its metrics have it.

const NAME = "azimuth_event_loop_delay_seconds";
/** Of all looks. */
const SHARES = [0.5, 0.99];

/** How many looks found at most so many seconds. */
type Counts = ReadonlyMap<number, number>;

/** @returns what says how late they came from now until it is asked */
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
