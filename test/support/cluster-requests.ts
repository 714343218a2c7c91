// Requests to the servers of a cluster under test, which fail when a server is away.
/** How long a client waits. It is longer than the log takes to be reported as unavailable. */
const TIMEOUT_MS = 15_000;

export interface Answer {
  readonly result: unknown;
  /** The position that the server has applied. */
  readonly position: string;
}

/** The answer of a server that is there and has refused a request. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

/** @throws Refused, Error for a server that is away */
export async function ask(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  position?: string,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(position !== undefined && { headers: { "x-at-least": position } }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Refused(response.status, text);
  const { result } = JSON.parse(text) as { result: unknown };
  return { result, position: response.headers.get("x-applied") ?? "0:0" };
}

/** Returns the LSN that a position of the form `shard:lsn` has. */
export const lsnOf = (position: string): number => Number(position.split(":")[1]);

/** Whether a server refuses because it is starting, or cannot reach the log. */
export const isAway = ({ status }: Refused): boolean => status === 503 || status === 412;
