// The flags of all commands that call a server: --url, --token, --json.
// The decision: a token on the command line is visible in the list of processes, so the help names the variable first.
import type { Command } from "commander";
import { addressOf, JSON_FLAG, tokenOf } from "./flag-values.ts";
import type { CommandParts } from "./output.ts";
import type { Server } from "./request.ts";

export const USUAL_URL = "http://127.0.0.1:6573";

export interface ServerParts extends CommandParts {
  /** Returns the token if no flag gives one; null: there is none. */
  readonly token: () => string | null;
  /** Returns the address if no flag gives one; null: this machine, at the usual port. */
  readonly url: () => string | null;
}

export interface ServerFlags {
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
}

/** Gives a command all of the flags. */
export function withServer(command: Command): Command {
  return withAddress(command).option(...JSON_FLAG);
}

/** Gives a command without a printed result its flags. */
export function withAddress(command: Command): Command {
  return command
    .option("--url <url>", `address of the server's REST API [AZIMUTH_URL] (${USUAL_URL})`)
    .option(
      "--token <token>",
      "an access token; better in AZIMUTH_TOKEN, where no list of processes shows it",
    );
}

/** @throws WrongUsage */
export function serverOf({ url, token }: ServerFlags, parts: ServerParts): Server {
  return { url: urlOf(url, parts), token: token === undefined ? parts.token() : tokenOf("--token", token) };
}

/** Returns the address of the flag, of the environment, or the usual one. @throws WrongUsage */
export function urlOf(
  flag: string | undefined,
  { url }: Pick<ServerParts, "url">,
  usual: string = USUAL_URL,
): URL {
  const given = flag === undefined ? url() : null;
  return given === null ? addressOf(flag ?? usual) : addressOf(given, "AZIMUTH_URL");
}

/** Encodes the name, which may contain slashes. @param rest the path below the collection */
export function pathOf(collection: string, rest = ""): string {
  return `/collections/${encodeURIComponent(collection)}${rest}`;
}
