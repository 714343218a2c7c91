// A process to which a benchmark sends calls over IPC, one at a time: the parent's side, and the loop of such a
// process. The decision: calls are methods of an object, so that both sides are checked against one type.
import { type ChildProcess, fork } from "node:child_process";

type Methods = Record<string, (argument: never) => unknown>;

export class Child<Served extends Methods> {
  readonly #child: ChildProcess;

  /** @param entry the module to run, which ends with `answerParent` */
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

/** Executes the calls of the parent until it ends this process. */
export function answerParent(methods: Methods): void {
  process.on("message", async ({ method, argument }: { method: string; argument: never }) => {
    try {
      process.send?.({ result: await methods[method]!(argument) });
    } catch (error) {
      process.send?.({ error: String((error as Error).stack ?? error) });
    }
  });
}
