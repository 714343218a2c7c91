// `azimuth wait`: returns when a server is ready, for scripts that start one.
import type { Command } from "commander";
import { secondsOf } from "./common/flag-values.ts";
import { type ServerParts, USUAL_URL, urlOf } from "./common/server-flags.ts";

const POLL_MS = 100;
const REQUEST_TIMEOUT_MS = 2_000;

interface WaitFlags {
  readonly timeout: string;
  readonly url?: string;
}

export function addWaitCommand(program: Command, parts: ServerParts): void {
  const { stderr, run } = parts;
  program
    .command("wait")
    .description("wait until a server is ready: exit code 0, or 1 after the timeout")
    .option("--timeout <seconds>", "seconds to wait", "30")
    .option("--url <url>", `address of its REST API [AZIMUTH_URL] (${USUAL_URL})`)
    .action((flags: WaitFlags) =>
      run(async () => {
        const { timeout } = flags;
        const url = urlOf(flags.url, parts);
        const seconds = secondsOf("--timeout", timeout);
        if (await waitUntilReady(url, seconds * 1000)) return true;
        stderr.write(`azimuth: ${flags.url ?? url.origin} was not ready within ${seconds} s\n`);
        return false;
      }),
    );
}

/** @returns true once `<url>/readyz` answers 200, false after `timeoutMs` */
async function waitUntilReady(url: URL, timeoutMs: number): Promise<boolean> {
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
