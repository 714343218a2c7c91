// `azimuth healthcheck`: tells whether the server on this machine takes requests, for containers, which have no curl.
// The decision: it uses the address in the settings, so it needs no flags where the server has none. It does not verify
// the certificate, which is for the names that clients use, because the server is on this machine.
import { readFileSync } from "node:fs";
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { Command } from "commander";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { HTTP_OK } from "../errors/table.ts";
import { WrongUsage } from "../errors/usage.ts";
import { addressOf, secondsOf } from "./common/flag-values.ts";
import type { CommandParts } from "./common/output.ts";

/** The settings that determine the address of a server. */
interface HealthTarget {
  readonly host: string;
  readonly restPort: number;
  readonly portsFile: string | null;
  readonly tlsCert: string | null;
}

export interface HealthParts extends CommandParts {
  readonly targetOf: (flags: { config?: string }) => HealthTarget;
}

interface Flags {
  readonly url?: string;
  readonly timeout: string;
  readonly config?: string;
}

/** Addresses on which a server listens for all interfaces, and the address to reach it at. */
const ANYWHERE: Readonly<Record<string, string>> = {
  "0.0.0.0": "127.0.0.1",
  "::": "::1",
  localhost: "127.0.0.1",
};

/** A socket treats 0 as no limit. */
const MIN_SECONDS = 0.001;

export function addHealthcheck(program: Command, { stdout, targetOf, run }: HealthParts): void {
  program
    .command("healthcheck")
    .description("check whether the server on this machine takes requests: exit code 0 or 1")
    .option("--url <url>", "ask this address (that of the settings)")
    .option("--timeout <seconds>", "seconds to wait for a response", "3")
    .option("--config <path>", "file with settings, as for serve [AZIMUTH_CONFIG]")
    .action(({ url, timeout, config }: Flags) =>
      run(async () => {
        const at =
          url === undefined ? urlOf(targetOf(config === undefined ? {} : { config })) : addressOf(url);
        const { isReady, text } = await ask(at, secondsOf("--timeout", timeout, MIN_SECONDS) * 1000);
        stdout.write(`${text}\n`);
        return isReady;
      }),
    );
}

/** @throws InvalidArgument if the port is unknown */
export function urlOf({ host, restPort, portsFile, tlsCert }: HealthTarget): URL {
  const name = ANYWHERE[host] ?? host;
  const port = restPort === 0 ? portIn(portsFile) : restPort;
  const shown = name.includes(":") ? `[${name}]` : name;
  return new URL(`${tlsCert === null ? "http" : "https"}://${shown}:${port}`);
}

function portIn(portsFile: string | null): number {
  if (portsFile === null) {
    throw new WrongUsage(
      "rest_port is 0, so the port is not known: give --url, or a ports_file to the server",
    );
  }
  try {
    return Number((JSON.parse(readFileSync(portsFile, "utf8")) as { rest: number }).rest);
  } catch (cause) {
    throw new InvalidArgument(`${portsFile}: ${(cause as Error).message}; is the server ready?`, { cause });
  }
}

interface Health {
  readonly isReady: boolean;
  /** The response of the server, or why there is none. */
  readonly text: string;
}

function ask(base: URL, timeoutMs: number): Promise<Health> {
  const request = base.protocol === "https:" ? requestSecure : requestPlain;
  const options = {
    rejectUnauthorized: false,
    timeout: timeoutMs,
    headers: { host: `localhost:${base.port}` },
  };
  return new Promise((resolve) => {
    const sent = request(new URL("/readyz", base), options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ isReady: response.statusCode === HTTP_OK, text: `${base.origin}: ${text}` }),
      );
    });
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    sent.on("error", (error) => resolve({ isReady: false, text: `${base.origin}: ${error.message}` }));
    sent.end();
  });
}
