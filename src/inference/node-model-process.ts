// A process that serves calls, used like a thread.
// The decision: native code that computes in a thread aborts the whole process when that thread is ended, and a fault
// in it does so at any time; a process of its own can be killed, and ends nothing but itself. It gets no variables of
// the environment, because some are secrets.
import { type ChildProcess, spawn } from "node:child_process";
import type { Thread } from "../threads/remote.ts";
import { sourceOf } from "../threads/spawn.ts";

/** @param entry path of the file from the root of the code, without extension */
export function startModelProcess(entry: string): Thread {
  const { url } = sourceOf(entry);
  const code = `import(${JSON.stringify(url)})`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    ...{ env: {}, windowsHide: true, serialization: "advanced" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new ModelProcess(child);
}

class ModelProcess implements Thread {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the interface has it.
  on(event: string, listener: (value: any) => void): void {
    if (event !== "exit") this.#child.on(event, listener);
    // Told as an error, because a signal is no exit code.
    if (event !== "error") return;
    this.#child.on("exit", (code, signal) =>
      listener(new Error(`its process ended with ${signal ?? `exit code ${code}`}`)),
    );
  }

  postMessage(value: unknown): void {
    // The end of the process is told by its event.
    this.#child.send(value as object, () => {});
  }

  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  terminate(): Promise<void> {
    const { exitCode, signalCode, pid } = this.#child;
    if (exitCode !== null || signalCode !== null || pid === undefined) return Promise.resolve();
    this.ref();
    return new Promise((resolve) => {
      this.#child.once("exit", () => resolve());
      this.#child.kill("SIGKILL");
    });
  }
}
