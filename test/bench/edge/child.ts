// A process that a benchmark talks to over IPC, one call at a time: here its parent's side, and what such a process runs.
// The decision: what is called is an object's methods, so both sides are checked against the same type.
import { type ChildProcess, fork } from "node:child_process";

type Methods = Record<string, (argument: never) => unknown>;

export class Child<Served extends Methods> {
  readonly #child: ChildProcess;

  /** @param entry the module to run; it ends with `answerParent` */
  constructor(entry: URL) {
    this.#child = fork(entry, [], { execArgv: ["--import", "tsx"], serialization: "advanced" });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  call<M extends keyof Served & string>(
    method: M,
    argument: Parameters<Served[M]>[0],
  ): Promise<Awaited<ReturnType<Served[M]>>> {
    return new Promise((resolve, reject) => {
      const settle = (answer: { result: never; error?: string }) => {
        this.#child.off("exit", gone);
        if (answer.error !== undefined) reject(new Error(`${method}: ${answer.error}`));
        else resolve(answer.result);
      };
      const gone = (code: number | null, signal: string | null) => {
        this.#child.off("message", settle);
        reject(new Error(`the process ended in ${method}, by ${signal ?? `exit ${code}`}`));
      };
      this.#child.once("message", settle);
      this.#child.once("exit", gone);
      this.#child.send({ method, argument });
    });
  }

  close(): void {
    this.#child.kill();
  }
}

/** Does what the parent asks for, until that ends it. */
export function answerParent(methods: Methods): void {
  process.on("message", async ({ method, argument }: { method: string; argument: never }) => {
    try {
      process.send?.({ result: await methods[method]!(argument) });
    } catch (error) {
      process.send?.({ error: String((error as Error).stack ?? error) });
    }
  });
}
