// A database in a worker of its own, with the methods of one in this thread.
// The decision: the worker is asked for the names of its methods, so a page with a stored database loads neither the
// operations nor the engine. Requests are copied when a call is made, as everywhere.
import { withBeside } from "../embedded/beside.ts";
import { methodsOf } from "../embedded/methods.ts";
import type { Values, VectorDb } from "../embedded/types.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { FileAnswer } from "../schema/snapshot.ts";
import { Remote } from "../threads/remote.ts";
import type { DatabaseHost, FileToRead } from "./host.ts";
import type { Settings } from "./options.ts";
import { notStarted, threadOf } from "./web-thread.ts";

const WORKER = "browser-worker.js";

/** @throws VectorDbError of code START_REFUSED: the name is open elsewhere, cannot be used, or its data is damaged */
export async function openInWorker(
  name: string,
  settings: Settings,
  onWarning: (message: string) => void,
): Promise<VectorDb<Values>> {
  const host = new Remote<DatabaseHost>(threadOf(startWorker()));
  try {
    const methods = await host.call("open", name, settings);
    void tell(host, onWarning);
    const letGo = stayAwake(name);
    return databaseOf(host, methods, letGo);
  } catch (error) {
    const isStarted = !host.gone;
    await host.terminate();
    throw isStarted ? error : notStarted(WORKER, error as Error);
  }
}

/** @throws StartRefused if a policy of the page forbids it */
function startWorker(): Worker {
  try {
    // Bundlers look for exactly these words.
    return new Worker(new URL("./browser-worker.js", import.meta.url), { type: "module" });
  } catch (error) {
    throw notStarted(WORKER, error as Error);
  }
}

/**
 * Holds a Web Lock, because browsers do not freeze a page that holds one. A frozen page would keep its files open, and
 * the next page could not open them. No code waits for this lock.
 * @returns a function that releases the lock
 */
function stayAwake(name: string): () => void {
  let letGo = () => {};
  const closed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const locks = globalThis.navigator.locks as LockManager | undefined;
  void locks?.request(`azimuth-db/${name}`, { mode: "shared" }, () => closed).catch(() => {});
  return letGo;
}

function databaseOf(
  host: Remote<DatabaseHost>,
  methods: readonly string[],
  letGo: () => void,
): VectorDb<Values> {
  let nextId = 0;
  const perform = async (row: { readonly id: string }, request: object, signal: AbortSignal | undefined) => {
    const id = nextId++;
    const abort = () => void host.call("abort", id).catch(() => {});
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const answer = await host.call("call", id, row.id, request);
      return "file" in answer ? fileOf(host, answer) : withBeside(answer.value, { recall: answer.recall });
    } catch (error) {
      throw isUncloneable(error) ? unsendable(error) : error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  };
  const release = async () => {
    try {
      await host.call("close");
    } finally {
      letGo();
      await host.terminate();
    }
  };
  const rows = methods.map((id) => ({ id }));
  return methodsOf(rows, perform, release) as unknown as VectorDb<Values>;
}

function fileOf(host: Remote<DatabaseHost>, { file, name, bytes }: FileToRead): FileAnswer {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = await host.call("readFile", file); chunk; chunk = await host.call("readFile", file))
        yield chunk;
    } finally {
      await host.call("closeFile", file);
    }
  }
  return { name, bytes, chunks: chunks() };
}

/** Passes warnings on as long as the worker lives. */
async function tell(host: Remote<DatabaseHost>, onWarning: (message: string) => void): Promise<void> {
  try {
    for (;;) onWarning(await host.call("nextWarning"));
  } catch {
    // The worker has ended; there are no more warnings.
  }
}

function isUncloneable(error: unknown): error is Error {
  return (error as Error).name === "DataCloneError";
}

function unsendable({ message }: Error): InvalidArgument {
  return new InvalidArgument(
    `the request cannot be sent to the worker that has the data: ${message}; it takes plain objects, arrays and typed arrays`,
  );
}
