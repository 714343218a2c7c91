// `azimuth wait`: returns when a server is ready, for scripts that start one and go on.

const POLL_MS = 100;
const REQUEST_TIMEOUT_MS = 2_000;

/** @returns true once `<url>/readyz` answers 200, false when `timeoutMs` have passed before */
export async function waitUntilReady(url: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  const readyz = new URL("/readyz", url);
  while (!(await isReady(readyz))) {
    if (performance.now() + POLL_MS > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}

async function isReady(readyz: URL): Promise<boolean> {
  try {
    const { ok } = await fetch(readyz, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    return ok;
  } catch {
    return false;
  }
}
