// Runs commands in this process as main.ts does, and returns their output and exit code.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { exitCodeOf } from "../../src/errors/usage.ts";
import { type ProgramParts, programOf } from "../../src/program.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly stdin?: Readable;
  readonly token?: string;
  /** The value of AZIMUTH_URL. */
  readonly url?: string;
  readonly adminPassword?: string;
  /** The value of AZIMUTH_SOURCE_API_KEY. */
  readonly sourceKey?: string;
  /** The lines typed at the terminal. */
  readonly typed?: string[];
  /** Is given a function that does what Ctrl+C does. */
  readonly interrupted?: (press: () => void) => void;
  /** Is called instead of waiting. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Is asked for the time in milliseconds. */
  readonly clock?: () => number;
}

export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<Ran> {
  const ran = { code: 0, stdout: "", stderr: "" };
  const program = programOf(
    partsOf(
      ran,
      async (command) => {
        const outcome = await command().catch((error: Error) => {
          ran.stderr += `azimuth: ${error.message}\n`;
          return error;
        });
        ran.code = exitCodeOf(outcome);
      },
      options,
    ),
  );
  await program.parseAsync(args, { from: "user" });
  return ran;
}

export function commandTree() {
  return programOf(partsOf({ stdout: "", stderr: "" }, async () => {}, {}));
}

function partsOf(
  ran: { stdout: string; stderr: string },
  run: ProgramParts["run"],
  {
    stdin = Readable.from([]),
    token,
    url,
    adminPassword,
    sourceKey,
    typed,
    pause = async () => {},
    clock = () => performance.now(),
    interrupted,
  }: CliOptions,
): ProgramParts {
  const output = (name: "stdout" | "stderr") => ({
    write: (text: string) => {
      ran[name] += text;
      return true;
    },
  });
  return {
    version: "0.0.0",
    dataDirOf: (flag) => flag ?? "azimuth-data",
    stdout: output("stdout"),
    stderr: output("stderr"),
    stdin,
    token: () => token ?? null,
    url: () => url ?? null,
    adminPassword: () => adminPassword ?? null,
    sourceKey: () => sourceKey ?? null,
    prompt: typed ? async () => typed.shift() ?? "" : null,
    now: Date.now,
    clock,
    pause,
    onInterrupt: (tell) => {
      interrupted?.(tell);
      return () => {};
    },
    newId: randomUUID,
    run,
    inspect: () => {
      throw new Error("no test asks for settings");
    },
    targetOf: () => {
      throw new Error("no test asks for settings");
    },
    runServer: async () => {},
    beginCluster: () => {
      throw new Error("no test begins a cluster here");
    },
    runDemo: async (request) => {
      ran.stdout += `${JSON.stringify(request)}\n`;
    },
    leave: (error) => {
      throw error;
    },
  };
}
