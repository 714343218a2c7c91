// Functions that benchmarks of a whole server share: requests, and concurrent work.

export async function request(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(url + path, init);
  const answer = (await response.json()) as { result?: unknown };
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.result;
}

export async function inParallel(workers: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: workers }, work));
}

export interface IndexProgress {
  readonly status: string;
  readonly indexed_vectors_count: number;
  readonly points_count: number;
}

/** Resolves when the index is complete; small segments have no graph. @returns the time in seconds */
export async function untilIndexed(url: string, collection: string): Promise<number> {
  const started = performance.now();
  for (;;) {
    const info = (await request(url, "GET", collection)) as IndexProgress;
    if (info.status === "green") break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return (performance.now() - started) / 1000;
}
