// The serial queue: its order, failed tasks, and tasks that run without a promise.
import { expect } from "chai";
import { SerialQueue } from "../../../src/scheduling/serial-queue.ts";
import { startInSlices } from "../../../src/scheduling/slices.ts";

describe("a serial queue", () => {
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

  it("a serial queue begins a task when the one before it has ended, in the order of the calls", async () => {
    const queue = new SerialQueue();
    const events: string[] = [];
    const task = (name: string, turns: number) => async () => {
      events.push(`${name} begins`);
      for (let i = 0; i < turns; i++) await tick();
      events.push(`${name} ends`);
      return name;
    };
    const all = await Promise.all([queue.run(task("long", 3)), queue.run(task("short", 0))]);
    expect(all).to.deep.equal(["long", "short"]);
    expect(events).to.deep.equal(["long begins", "long ends", "short begins", "short ends"]);
  });

  it("a serial queue rejects for the caller of a failed task, and continues with the next one", async () => {
    const queue = new SerialQueue();
    const failed = queue.run(() => {
      throw new Error("no");
    });
    const next = queue.run(async () => 5);
    expect(await failed.catch((error: Error) => error.message)).to.equal("no");
    expect(await next).to.equal(5);
  });

  it("a serial queue continues the caller of a task before the next task begins", async () => {
    const queue = new SerialQueue();
    const events: string[] = [];
    const first = queue.run(async () => {}).then(() => events.push("told"));
    const second = queue.run(async () => events.push("second"));
    await Promise.all([first, second]);
    expect(events).to.deep.equal(["told", "second"]);
  });

  it("a serial queue settles when all tasks have ended, failed ones included", async () => {
    const queue = new SerialQueue();
    let ended = 0;
    const task = async () => {
      await tick();
      ended++;
      throw new Error("no");
    };
    const tasks = [queue.run(task), queue.run(task)];
    for (const one of tasks) one.catch(() => {});
    await queue.settled();
    expect(ended).to.equal(2);
  });

  it("a serial queue returns no promise when it is idle and the task is synchronous", () => {
    expect(new SerialQueue().runAtOnce(() => 7)).to.equal(7);
  });

  it("a serial queue does not begin a synchronous task while another one runs", async () => {
    const queue = new SerialQueue();
    const events: string[] = [];
    function* long() {
      let isLater = false;
      setImmediate(() => {
        isLater = true;
      });
      while (!isLater) yield;
      events.push("long");
    }
    const first = queue.runAtOnce(() => startInSlices(long()));
    const second = queue.runAtOnce(() => {
      events.push("short");
    });
    expect(first).to.be.instanceOf(Promise);
    await Promise.all([first, second]);
    expect(events).to.deep.equal(["long", "short"]);
    await tick();
    expect(queue.runAtOnce(() => 1)).to.equal(1);
  });
});
