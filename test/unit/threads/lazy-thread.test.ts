// A thread that its first message starts, through the calls that use it.
import { EventEmitter } from "node:events";
import { expect } from "chai";
import { LazyThread } from "../../../src/threads/lazy-thread.ts";
import { Remote, type Thread } from "../../../src/threads/remote.ts";

interface Served {
  add(one: number, other: number): Promise<number>;
}

/** A thread that answers calls with the sum of their arguments, and counts how often it was started. */
class AddingThread extends EventEmitter implements Thread {
  static started = 0;
  references = 1;
  isTerminated = false;

  constructor() {
    super();
    AddingThread.started++;
  }

  postMessage({ id, args }: { id: number; args: number[] }): void {
    queueMicrotask(() => this.emit("message", { id, value: args.reduce((sum, one) => sum + one, 0) }));
  }

  ref(): void {
    this.references = 1;
  }

  unref(): void {
    this.references = 0;
  }

  async terminate(): Promise<void> {
    this.isTerminated = true;
  }
}

describe("a thread that is started by its first call", () => {
  let made: AddingThread | undefined;
  let remote: Remote<Served>;

  beforeEach(() => {
    made = undefined;
    AddingThread.started = 0;
    const spawn = () => {
      made = new AddingThread();
      return made;
    };
    remote = new Remote<Served>(new LazyThread(spawn));
  });

  it("a lazy thread is not started before the first call, and then once", async () => {
    expect([remote.started, AddingThread.started]).to.deep.equal([false, 0]);
    expect(await remote.call("add", 2, 3)).to.equal(5);
    expect(await remote.call("add", 4, 5)).to.equal(9);
    expect([remote.started, AddingThread.started]).to.deep.equal([true, 1]);
  });

  it("a lazy thread keeps the process alive only while a call is in flight", async () => {
    const call = remote.call("add", 1, 1);
    expect(made!.references).to.equal(1);
    await call;
    expect(made!.references).to.equal(0);
  });

  it("a lazy thread that ends by itself rejects its calls, although it was started after its listeners", async () => {
    const call = remote.call("add", 1, 1);
    made!.emit("error", new Error("out of memory"));
    const failure = await call.catch((error: Error) => error);
    expect((failure as Error).message).to.equal("a worker thread died: out of memory");
    expect(remote.gone).to.equal(true);
  });

  it("a lazy thread that was never called is terminated without being started", async () => {
    await remote.terminate();
    expect(AddingThread.started).to.equal(0);
  });

  it("a lazy thread that cannot be started rejects the call that needed it, and has ended", async () => {
    const unable = new Remote<Served>(
      new LazyThread(() => {
        throw new Error("no thread left");
      }),
    );
    const error = await unable.call("add", 1, 1).catch((thrown: Error) => thrown);
    expect((error as Error).message).to.equal("no thread left");
    expect([unable.gone, unable.failedToStart]).to.deep.equal([true, true]);
  });
});
