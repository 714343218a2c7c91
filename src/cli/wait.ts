// `azimuth wait`: returns when a server is ready, for scripts that start one and go on.

const POLL_MS = 100;
const REQUEST_TIMEOUT_MS = 2_000;

/** The address as a person writes it: `localhost:6573` means http. @returns null when it is none */
export function serverUrl(text: string): URL | null {
  const url = text.includes("://") ? text : `http://${text}`;
  return URL.canParse(url) && /^https?:/.test(url) ? new URL(url) : null;
}

/** @returns true once `<url>/readyz` answers 200, false when `timeoutMs` have passed before */
export async function waitUntilReady(url: URL, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  const readyz = new URL(`${url.pathname.replace(/\/$/, "")}/readyz`, url);
  while (!(await isReady(readyz, deadline))) {
    if (performance.now() + POLL_MS > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}

async function isReady(readyz: URL, deadline: number): Promise<boolean> {
  const patience = Math.min(REQUEST_TIMEOUT_MS, Math.max(1, Math.round(deadline - performance.now())));
  try {
    const { ok } = await fetch(readyz, { signal: AbortSignal.timeout(patience) });
    return ok;
  } catch {
    return false;
  }
}
