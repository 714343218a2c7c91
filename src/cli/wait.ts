// `azimuth wait`: returns when a server is ready, for scripts that start one and go on.

import { InvalidArgument } from "../errors.ts";

const POLL_MS = 100;
const REQUEST_TIMEOUT_MS = 2_000;

/** The address as a person writes it: `localhost:6573` means http. @returns null when it is none */
export function serverUrl(text: string): URL | null {
  const url = text.includes("://") ? text : `http://${text}`;
  return URL.canParse(url) && /^https?:/.test(url) ? new URL(url) : null;
}

/** The address that --url says. @throws InvalidArgument */
export function addressOf(text: string): URL {
  const url = serverUrl(text);
  if (url === null)
    throw new InvalidArgument(`--url: expected an address such as http://127.0.0.1:6573, got "${text}"`);
  return url;
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
