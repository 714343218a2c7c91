// `azimuth auth`: creates the admin of a running server, logs in, and switches authentication.
// The decision: a password comes from the environment, a pipe or a prompt without echo, never from a flag, which the
// list of processes would show. The token of a login is printed alone, so that a shell can store it in AZIMUTH_TOKEN.
import type { ReadStream } from "node:tty";
import type { Command } from "commander";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { WrongUsage } from "../errors/usage.ts";
import type { Login } from "../schema/admin.ts";
import type { Status } from "../schema/status.ts";
import { type Output, textOf, writeResult } from "./common/output.ts";
import { Refused, requestBare, requestOf, type Server } from "./common/request.ts";
import { type ServerFlags, type ServerParts, serverOf, withServer } from "./common/server-flags.ts";

export interface AuthParts extends ServerParts {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** The password from AZIMUTH_ADMIN_PASSWORD or its file; null: there is none. */
  readonly adminPassword: () => string | null;
  /** Asks for a text at the terminal without showing it; null: there is no terminal. */
  readonly prompt: ((question: string) => Promise<string>) | null;
}

interface AuthFlags extends ServerFlags {
  readonly passwordStdin?: boolean;
}

interface AdminFlags extends AuthFlags {
  readonly setupCode?: string;
}

const PASSWORD_HELP =
  "\nThe password comes from AZIMUTH_ADMIN_PASSWORD, from a file that AZIMUTH_ADMIN_PASSWORD_FILE names, from stdin with\n" +
  "--password-stdin, or it is asked for at the terminal.";

export function addAuthCommands(program: Command, parts: AuthParts): void {
  const { run } = parts;
  const auth = program
    .command("auth")
    .description("create the admin, log in, switch authentication on or off");
  const withPassword = (command: Command) =>
    withServer(command)
      .option("--password-stdin", "read the admin's password from stdin")
      .addHelpText("after", PASSWORD_HELP);
  withServer(
    auth.command("status").description("show whether authentication is on and whether an admin exists"),
  ).action((flags: ServerFlags) => run(() => status(parts, flags)));
  withPassword(
    auth
      .command("admin")
      .description("create the admin of a server that has none")
      .option(
        "--setup-code <code>",
        "needed from another machine: the code in the file setup-code of the server's data directory",
      ),
  ).action((flags: AdminFlags) => run(() => makeAdmin(parts, flags)));
  withPassword(
    auth
      .command("login")
      .description(
        "log in and print a token that is valid for an hour: export AZIMUTH_TOKEN=$(azimuth auth login)",
      ),
  ).action((flags: AuthFlags) => run(() => logIn(parts, flags)));
  for (const [name, enabled] of [
    ["enable", true],
    ["disable", false],
  ] as const) {
    withPassword(
      auth
        .command(name)
        .description(
          enabled
            ? "switch authentication on: every request needs a credential"
            : "switch authentication off: every request is allowed",
        ),
    ).action((flags: AuthFlags) => run(() => switchTo(parts, flags, enabled)));
  }
}

async function status(parts: AuthParts, flags: ServerFlags): Promise<boolean> {
  const server = serverOf(flags, parts);
  const admin = await requestOf<boolean>(server, "GET", "/auth/admin/exists");
  const { auth_enabled } = await requestOf<Status>(server, "GET", "/status");
  const text = `authentication is ${auth_enabled ? "on" : "off"}; there is ${admin ? "an admin" : "no admin yet"}\n`;
  return writeResult(parts.stdout, flags, { auth_enabled, admin }, text);
}

async function makeAdmin(parts: AuthParts, flags: AdminFlags): Promise<boolean> {
  const { setupCode } = flags;
  const server = serverOf(flags, parts);
  const password = await passwordOf(parts, flags, { isNew: true });
  const headers: Record<string, string> = setupCode === undefined ? {} : { "x-setup-code": setupCode };
  const done = await requestBare<object>({ ...server, headers }, "POST", "/auth/admin", { password });
  const text = "the admin is created; azimuth auth enable makes every request need a credential\n";
  return writeResult(parts.stdout, flags, done, text);
}

async function logIn(parts: AuthParts, flags: AuthFlags): Promise<boolean> {
  const login = await loginAt(serverOf(flags, parts), await passwordOf(parts, flags));
  const minutes = Math.round(login.expires_in / 60);
  writeResult(parts.stdout, flags, login, `${login.token}\n`);
  if (!flags.json) parts.stderr.write(`the token is valid for ${minutes} minutes and has all permissions\n`);
  return true;
}

async function switchTo(parts: AuthParts, flags: AuthFlags, enabled: boolean): Promise<boolean> {
  const server = serverOf(flags, parts);
  const token = isLogin(server.token)
    ? server.token
    : (await loginAt(server, await passwordOf(parts, flags))).token;
  await requestOf<true>({ ...server, token }, "PATCH", "/auth/enabled", { enabled });
  const text = enabled
    ? "authentication is on: requests need an access token (azimuth token create) or a login\n"
    : "authentication is off: every client that can reach the server may do everything\n";
  return writeResult(parts.stdout, flags, { auth_enabled: enabled }, text);
}

/** Tells whether a token is that of a login. An access token cannot switch authentication. */
function isLogin(token: string | null): token is string {
  return token !== null && token.split(".").length === 3;
}

/** Logs in. The current token is not sent, because an invalid access token would make the request fail. */
async function loginAt(server: Server, password: string): Promise<Login & { readonly token: string }> {
  const bare = { ...server, token: null };
  try {
    return await requestBare(bare, "POST", "/auth/admin/login", { password });
  } catch (error) {
    // The server does not say whether the password is wrong or there is no admin, but it tells separately whether an
    // admin exists.
    const isRefused = error instanceof Refused && error.serverCode === "UNAUTHENTICATED";
    if (!isRefused || (await requestOf<boolean>(bare, "GET", "/auth/admin/exists"))) throw error;
    throw new InvalidArgument("there is no admin yet: azimuth auth admin creates one", { cause: error });
  }
}

/** @throws WrongUsage if there is no password */
async function passwordOf(
  { adminPassword, stdin, prompt }: AuthParts,
  { passwordStdin }: AuthFlags,
  { isNew = false } = {},
): Promise<string> {
  if (passwordStdin) return (await textOf(stdin)).replace(/\r?\n$/, "");
  const given = adminPassword();
  if (given !== null) return given;
  if (prompt === null) {
    throw new WrongUsage(
      "the password of the admin is needed: put it into AZIMUTH_ADMIN_PASSWORD, or a file that AZIMUTH_ADMIN_PASSWORD_FILE " +
        "names, or pipe it in with --password-stdin",
    );
  }
  const password = await prompt(isNew ? "New password of the admin: " : "Password of the admin: ");
  if (isNew && (await prompt("Repeat the password: ")) !== password)
    throw new WrongUsage("the two passwords differ; nothing was changed");
  return password;
}

// A line that is typed at a terminal without being shown, such as a password. The terminal is read key by key, because
// it would show a line that it collects itself. Its mode is restored in every case.
const ENTER = new Set(["\r", "\n", "\u0004"]);
const CTRL_C = "\u0003";
const CTRL_U = "\u0015";
const ERASE = new Set(["\b", "\u007f"]);

/** @throws InvalidArgument on Ctrl+C */
export function hiddenLine(input: ReadStream, output: Output, question: string): Promise<string> {
  output.write(question);
  input.setRawMode(true);
  input.setEncoding("utf8");
  let line: string[] = [];
  return new Promise<string>((resolve, reject) => {
    const end = () => {
      input.off("data", take);
      input.setRawMode(false);
      input.pause();
      output.write("\n");
    };
    const take = (typed: string | Buffer) => {
      for (const key of String(typed)) {
        if (ENTER.has(key)) {
          end();
          resolve(line.join(""));
          return;
        }
        if (key === CTRL_C) {
          end();
          reject(new InvalidArgument("cancelled; nothing was changed"));
          return;
        }
        if (key === CTRL_U) line = [];
        else if (ERASE.has(key)) line.pop();
        else line.push(key);
      }
    };
    input.on("data", take);
    input.resume();
  });
}
