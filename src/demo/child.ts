// A process that ends when the command which started it does, however that ends.
// The decision: the channel between the processes is closed by the system when the command ends, also by a kill, and
// each process ends in order then. PostgreSQL knows no such channel, so a small process of Node is between it and the
// command. None of them gets the signals of the terminal, because the command ends them one after another.
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

/** Runs before a program of Node. */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  'process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));',
)}`;
/** Runs a program that is no program of Node: the argument says which. */
const RUN_OTHER = `
import { spawn } from "node:child_process";
const { program, args, options } = JSON.parse(process.argv[1]);
const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
const end = () => child.kill("SIGINT");
for (const event of ["disconnect", "SIGTERM"]) process.on(event, end);
const leave = () => process.connected && process.disconnect();
child.on("error", (error) => { console.error(error.message); leave(); });
child.on("exit", leave);
`;
/** How long a process may take to end in order. */
const END_MS = 30_000;
/** What is kept of the errors that a process writes. */
const KEPT_TEXT = 4_000;

export class Child {
  readonly name: string;
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #text = "";

  private constructor(name: string, args: readonly string[]) {
    this.name = name;
    const child = spawn(process.execPath, args, {
      ...{ env: {}, detached: true, windowsHide: true },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#text = `${this.#text}${chunk}`.slice(-KEPT_TEXT);
    });
    this.#process = child;
    this.#ended = new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
  }

  /** Starts a program of Node. It gets no variables of the environment. */
  static ofNode(name: string, args: readonly string[]): Child {
    return new Child(name, ["--import", END_WITH_PARENT, ...args]);
  }

  /** Starts another program. */
  static of(
    name: string,
    what: { readonly program: string; readonly args: readonly string[]; readonly options: object },
  ): Child {
    const { program, args, options } = what;
    return new Child(name, [
      "--input-type=module",
      "--eval",
      RUN_OTHER,
      JSON.stringify({ program, args, options }),
    ]);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Resolves when it has ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  get isRunning(): boolean {
    const { pid, exitCode, signalCode } = this.#process;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** How it ended. */
  get end(): string {
    const { exitCode, signalCode } = this.#process;
    return signalCode ?? `exit code ${exitCode}`;
  }

  /** The last line that it wrote as an error. */
  get lastLine(): string {
    return this.#text.trimEnd().split("\n").at(-1) ?? "";
  }

  /** Ends it in order, and kills it if that takes too long. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.#process.kill("SIGTERM");
    const late = new AbortController();
    const isEnded = await Promise.race([
      this.#ended.then(() => true),
      delay(END_MS, false, { signal: late.signal }).catch(() => true),
    ]);
    late.abort();
    if (!isEnded) this.#process.kill("SIGKILL");
    await this.#ended;
  }
}
