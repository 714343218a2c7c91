// `azimuth token`: manages the access tokens of a running server.
// The decision: a new token is printed alone on stdout, so that it can be piped; remarks about it go to stderr.
import type { Command } from "commander";
import { WrongUsage } from "../errors/usage.ts";
import { PERMISSION_BITS } from "../schema/permission.ts";
import type { NewToken, Token } from "../schema/token.ts";
import { choiceOf, sizeOf } from "./common/flag-values.ts";
import { writeResult } from "./common/output.ts";
import { requestBare } from "./common/request.ts";
import { type ServerFlags, type ServerParts, serverOf, withServer } from "./common/server-flags.ts";
import { tableOf } from "./common/table.ts";

interface CreateFlags extends ServerFlags {
  readonly permission: string;
  readonly description?: string;
  readonly days?: string;
}

const DAY_SECONDS = 86_400;
const KEYS = "/auth/api_key";

export function addTokenCommands(program: Command, parts: ServerParts): void {
  const { run } = parts;
  const token = program
    .command("token")
    .description(
      "list, create, rotate and delete access tokens; needs authentication to be on and the permission admin",
    );
  withServer(token.command("list").description("list the access tokens, without their secrets")).action(
    (flags: ServerFlags) => run(() => list(parts, flags)),
  );
  withServer(
    token
      .command("create")
      .description("create an access token and print it once")
      .argument("<name>", "name of the token")
      .option("--permission <list>", "permissions, of read, write and admin, separated by commas", "read")
      .option("--description <text>", "purpose of the token")
      .option("--days <n>", "days until the token expires (default: never)"),
  ).action((name: string, flags: CreateFlags) => run(() => create(parts, name, flags)));
  withServer(
    token
      .command("rotate")
      .description("replace an access token and print the new one; the old one becomes void")
      .argument("<id>", "number of the token, as token list shows it"),
  ).action((id: string, flags: ServerFlags) => run(() => rotate(parts, id, flags)));
  withServer(
    token
      .command("delete")
      .description("delete an access token, which becomes void")
      .argument("<id>", "number of the token, as token list shows it"),
  ).action((id: string, flags: ServerFlags) => run(() => remove(parts, id, flags)));
}

async function list(parts: ServerParts, flags: ServerFlags): Promise<boolean> {
  const tokens = await requestBare<Token[]>(serverOf(flags, parts), "GET", "/auth/api_keys");
  const rows = tokens.map(({ id, name, permission, expired_at, last_used_at }) => [
    id,
    name,
    permission,
    expired_at ?? "never",
    last_used_at ?? "never",
  ]);
  const heads = ["ID", "NAME", "PERMISSION", "EXPIRES", "LAST USED"];
  return writeResult(parts.stdout, flags, tokens, tableOf(heads, rows));
}

async function create(parts: ServerParts, name: string, flags: CreateFlags): Promise<boolean> {
  const { permission, description, days } = flags;
  for (const name of permission.split(","))
    choiceOf("--permission", name.trim(), [...PERMISSION_BITS.keys()]);
  const lasting = days === undefined ? null : sizeOf("--days", days) * DAY_SECONDS;
  const request = {
    name,
    permission,
    ...(description !== undefined && { description }),
    ...(lasting !== null && { will_expire: true, expires_in_seconds: lasting }),
  };
  return show(parts, await requestBare<NewToken>(serverOf(flags, parts), "POST", KEYS, request), flags);
}

async function rotate(parts: ServerParts, id: string, flags: ServerFlags): Promise<boolean> {
  const path = `${KEYS}/${numberOf(id)}/rotate`;
  return show(parts, await requestBare<NewToken>(serverOf(flags, parts), "POST", path, {}), flags);
}

async function remove(parts: ServerParts, id: string, flags: ServerFlags): Promise<boolean> {
  await requestBare(serverOf(flags, parts), "DELETE", `${KEYS}/${numberOf(id)}`);
  return writeResult(parts.stdout, flags, true, `token ${id} is deleted\n`);
}

function show({ stdout, stderr }: ServerParts, token: NewToken, { json }: ServerFlags): true {
  writeResult(stdout, { json }, token, `${token.api_key}\n`);
  if (json) return true;
  const until = token.expired_at === null ? "for ever" : `until ${token.expired_at}`;
  stderr.write(
    `token ${token.id} "${token.name}" (${token.permission}) counts ${until}; it is not shown again\n`,
  );
  return true;
}

/** Returns the number of a token. A wrong value is not shown, because it may be the token itself. */
function numberOf(id: string): string {
  if (/^\d{1,10}$/.test(id)) return id;
  throw new WrongUsage("expected the number of a token, as azimuth token list shows it");
}
