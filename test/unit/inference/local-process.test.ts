// The process of a model that the server computes itself: it is started by the first call, and ends when it is to.
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { SYSTEM_CLOCK } from "../../../src/assemble/assemble.ts";
import { ClosingEmbedder } from "../../../src/inference/closing-embedder.ts";
import type { Embedded } from "../../../src/inference/embedder.ts";
import { LocalModel } from "../../../src/inference/local-model.ts";
import { localModelData } from "../../../src/inference/node-local-files.ts";
import { startModelProcess } from "../../../src/inference/node-model-process.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import type { Thread } from "../../../src/threads/remote.ts";
import { localModels } from "../../support/fake-transformers.ts";

const LONG_MS = 60_000;
const NEVER = new AbortController().signal;

/** Waits until a process has ended, which is told as an error. */
function endOf(process: Thread): Promise<Error> {
  return new Promise((resolve) => process.on("error", resolve));
}

describe("the process of a local model", () => {
  let directory: string;
  let started: Thread[];
  let failures: string[];
  let model: LocalModel;
  /** As long as loading takes by the clock of the model. */
  let loadingMs: number;

  beforeEach(() => {
    directory = localModels({ m: {} });
    started = [];
    failures = [];
    loadingMs = 0;
    let time = 0;
    model = new LocalModel({
      files: () => localModelData(directory, "m"),
      start: () => {
        started.push(startModelProcess("inference/transformers-worker"));
        return started.at(-1)!;
      },
      clock: { now: () => (time += loadingMs), after: (ms, task) => SYSTEM_CLOCK.after(ms, task) },
      reservation: () => MemoryLimit.unlimited().reservation(),
      onFailure: (reason) => failures.push(reason),
    });
  });
  afterEach(() => model.end());

  const ask = (text: string, ms = LONG_MS, cancel = NEVER) =>
    model.ask({ texts: [text], options: null, form: "value" }, ms, cancel);

  it("the process of a local model is started once by calls, and ends when the model does", async () => {
    expect(started).to.have.length(0);
    await model.load();
    await ask("a");
    await ask("b");
    expect(started).to.have.length(1);
    const ended = endOf(started[0]!);
    await model.end();
    await ended;
    expect(failures).to.deep.equal([]);
  });

  it("the process of a local model ends while the model is loaded, and that is no failure", async () => {
    const loading = model.load();
    await model.end();
    const reason = await loading.catch((error: Error) => error.message);
    expect(reason).to.contain("it cannot be loaded");
    expect(failures).to.deep.equal([]);
  });

  it("the process of a local model is ended by a batch that takes too long, and another one is started", async () => {
    await model.load();
    const ended = endOf(started[0]!);
    expect(await ask("hang", 50)).to.deep.equal({ kind: "timeout" });
    await ended;
    expect((await ask("a")).kind).to.equal("vectors");
    expect(started).to.have.length(2);
  });

  it("the process of a local model goes on to load it when a call has waited too long for that", async () => {
    expect(await ask("a", 0)).to.deep.equal({ kind: "timeout" });
    expect((await ask("a")).kind).to.equal("vectors");
    expect(started).to.have.length(1);
  });

  it("the process of a local model is ended by a batch that is cancelled and takes longer than loading, and another one is started", async () => {
    await model.load();
    const ended = endOf(started[0]!);
    const controller = new AbortController();
    const answered = ask("hang", LONG_MS, controller.signal);
    controller.abort();
    expect(await answered).to.deep.equal({ kind: "cancelled" });
    await ended;
    expect((await ask("a")).kind).to.equal("vectors");
    expect([started.length, failures]).to.deep.equal([2, []]);
  });

  it("the process of a local model ends a short batch that is cancelled, and stays for the next one", async () => {
    loadingMs = LONG_MS;
    await model.load();
    const controller = new AbortController();
    const answered = ask("a", LONG_MS, controller.signal);
    controller.abort();
    expect(await answered).to.deep.equal({ kind: "cancelled" });
    expect((await ask("b")).kind).to.equal("vectors");
    expect(started).to.have.length(1);
    expect(getEventListeners(NEVER, "abort")).to.deep.equal([]);
  });

  it("the process of a local model goes on to load it when a call that waits for that is cancelled", async () => {
    const controller = new AbortController();
    const order: string[] = [];
    const answered = ask("a", LONG_MS, controller.signal).then(({ kind }) => order.push(kind));
    const loaded = model.load().then(() => order.push("loaded"));
    controller.abort();
    await Promise.all([answered, loaded]);
    expect(order).to.deep.equal(["cancelled", "loaded"]);
    expect((await ask("a")).kind).to.equal("vectors");
    expect(started).to.have.length(1);
  });

  it("the process of a local model that has died is told, and another one is started", async () => {
    await model.load();
    expect((await ask("die")).kind).to.equal("failed");
    expect(failures).to.deep.equal(["its process ended with exit code 3"]);
    expect((await ask("a")).kind).to.equal("vectors");
  });

  it("a model that is closed ends when the requests in progress have ended", async () => {
    let isReleased = false;
    let finish = (_embedded: Embedded): void => {};
    const embed = () => new Promise<Embedded>((resolve) => (finish = resolve));
    const closing = new ClosingEmbedder({ takesOptions: false, embed }, () => {
      isReleased = true;
    });
    const request = closing.embed({ texts: ["a"], options: null, form: "value", reserve: () => {} });
    closing.close();
    expect(isReleased).to.equal(false);
    finish({ vectors: [], tokens: 0 });
    await request;
    expect(isReleased).to.equal(true);
  });
});
