// The calls of a model for requests that are cancelled: what ends, at which time, and what others notice of it. Calls
// are answered by the test, and time passes when it says so.
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { DeadlineExceeded } from "../../../src/errors/query.ts";
import { ModelBusy, ModelFailed, ModelUnavailable } from "../../../src/errors/text.ts";
import { BatchedModel } from "../../../src/inference/batched-model.ts";
import type { Embedded, EmbeddingWork } from "../../../src/inference/embedder.ts";
import type { Outcome } from "../../../src/inference/outcome.ts";
import { onAbort } from "../../../src/inference/watched-signal.ts";
import { ModelCounts } from "../../../src/metrics/models.ts";
import type { Clock } from "../../../src/scheduling/clock.ts";
import { pause } from "../../../src/scheduling/pause.ts";
import { MAX_WAITING_MODEL_CALLS } from "../../../src/schema/limits.ts";

/** After this time a cancelled signal has been noticed. */
const NOTICED_MS = 50;
const PAUSE_MS = 250;
const OPEN_MS = 10_000;
const FAILURES_TO_OPEN = 5;
const CALLS = 2;

const BUSY: Outcome = { kind: "busy", retryAfter: null };
const FAILED: Outcome = { kind: "failed", reason: "it is wrong", mayRepeat: false, retryAfter: null };

class StoppedClock implements Clock {
  readonly timers = new Map<() => void, number>();
  /** The delays that were asked for. */
  readonly delays: number[] = [];
  #now = 0;

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    this.delays.push(ms);
    this.timers.set(task, this.#now + ms);
    return () => this.timers.delete(task);
  }

  /** Lets time pass, and the tasks run that follow from it. */
  async pass(ms: number): Promise<void> {
    this.#now += ms;
    for (const [task, at] of [...this.timers]) if (at <= this.#now && this.timers.delete(task)) task();
    await pause();
  }
}

interface Asked {
  readonly texts: readonly string[];
  readonly cancel: AbortSignal;
  readonly answer: (outcome: Outcome) => void;
}

describe("a model that is asked in batches", () => {
  let clock: StoppedClock;
  let counts: ModelCounts;
  let asked: Asked[];
  let model: BatchedModel;

  beforeEach(() => {
    clock = new StoppedClock();
    counts = new ModelCounts();
    asked = [];
    const settings = { kind: "openai", model: "m", batch: 1, timeout_ms: 60_000, retries: 1 } as const;
    model = new BatchedModel({
      ...{ name: "m", clock, counts, calls: CALLS, takesOptions: false },
      settings: { ...settings, allow_private: false },
      ask: ({ texts }, _timeoutMs, cancel) =>
        new Promise((resolve) => {
          const forget = onAbort(cancel, () => resolve({ kind: "cancelled" }));
          const answer = (outcome: Outcome) => {
            forget();
            resolve(outcome);
          };
          asked.push({ texts, cancel, answer });
        }),
      onOpen: () => {},
    });
  });

  const vectors = ({ texts }: Asked): Outcome => ({
    kind: "vectors",
    embedded: { vectors: texts.map(({ length }) => Float32Array.of(length)), tokens: 1 },
  });

  /** Asks for the vectors of texts, one text in a call. */
  function embed(texts: readonly string[], more: Partial<EmbeddingWork> = {}) {
    const reserved: number[] = [];
    const work = { texts, options: null, form: "value", reserve: (n: number) => reserved.push(n), ...more };
    let settled: Embedded | Error | null = null;
    const ended = model.embed(work as EmbeddingWork).then(
      (embedded) => (settled = embedded),
      (error: Error) => (settled = error),
    );
    return { ended, reserved, outcome: () => settled };
  }

  const outcomes = (kind: "cancelled" | "failed" | "vectors") => counts.calls.get(kind);
  const textsOf = (calls: readonly Asked[]) => calls.flatMap(({ texts }) => texts);

  it("a model that is asked in batches ends all calls of a request that is cancelled, and makes none of those left", async () => {
    const signal = { aborted: false };
    const { ended } = embed(["a", "b", "c"], { signal });
    await pause();
    signal.aborted = true;
    await clock.pass(NOTICED_MS);
    expect(await ended).to.be.instanceOf(DeadlineExceeded);
    expect(asked.map(({ cancel }) => cancel.aborted)).to.deep.equal([true, true]);
    expect([textsOf(asked), outcomes("cancelled")]).to.deep.equal([["a", "b"], 2]);
  });

  it("a model that is asked in batches answers the other requests when one is cancelled", async () => {
    const signal = { aborted: false };
    const left = embed(["left"], { signal });
    const stays = embed(["stays"], { signal: { aborted: false } });
    await pause();
    signal.aborted = true;
    await clock.pass(NOTICED_MS);
    expect(await left.ended).to.be.instanceOf(DeadlineExceeded);
    expect([asked[1]!.cancel.aborted, stays.outcome()]).to.deep.equal([false, null]);
    asked[1]!.answer(vectors(asked[1]!));
    expect(await stays.ended).to.deep.equal({ vectors: [Float32Array.of(5)], tokens: 1 });
  });

  it("a model that is asked in batches gives the place of a cancelled call to the next, and never makes one that was cancelled while it waited", async () => {
    const first = { aborted: false };
    const second = { aborted: false };
    const held = embed(["a", "b"], { signal: first });
    const waiting = embed(["c"], { signal: second });
    const last = embed(["d"]);
    await pause();
    second.aborted = true;
    await clock.pass(NOTICED_MS);
    expect(await waiting.ended).to.be.instanceOf(DeadlineExceeded);
    first.aborted = true;
    await clock.pass(NOTICED_MS);
    expect(await held.ended).to.be.instanceOf(DeadlineExceeded);
    expect(textsOf(asked)).to.deep.equal(["a", "b", "d"]);
    asked[2]!.answer(vectors(asked[2]!));
    await last.ended;
    expect([outcomes("cancelled"), outcomes("vectors")]).to.deep.equal([2, 1]);
  });

  it("a model that is asked in batches lets others wait in place of requests that are cancelled", async () => {
    const held = [embed(["a"]), embed(["b"])];
    const signal = { aborted: false };
    const waiting = Array.from({ length: MAX_WAITING_MODEL_CALLS }, () => embed(["c"], { signal }));
    await pause();
    expect(await embed(["d"]).ended).to.be.instanceOf(ModelBusy);
    signal.aborted = true;
    await clock.pass(NOTICED_MS);
    for (const { ended } of waiting) expect(await ended).to.be.instanceOf(DeadlineExceeded);
    const last = embed(["e"]);
    await pause();
    for (const call of asked.slice()) call.answer(vectors(call));
    for (const { ended } of held) await ended;
    await pause();
    asked[2]!.answer(vectors(asked[2]!));
    await last.ended;
    expect(textsOf(asked)).to.deep.equal(["a", "b", "e"]);
  });

  it("a model that is asked in batches makes no call for a request that is cancelled before", async () => {
    const { ended } = embed(["a"], { signal: { aborted: true } });
    expect(await ended).to.be.instanceOf(DeadlineExceeded);
    expect([asked, clock.delays]).to.deep.equal([[], []]);
  });

  it("a model that is asked in batches ends the other calls of a request when one fails, and the error is that of the failure", async () => {
    const { ended, reserved } = embed(["a", "b", "c"]);
    await pause();
    asked[1]!.answer(FAILED);
    expect(await ended).to.be.instanceOf(ModelFailed);
    await pause();
    expect(asked[0]!.cancel.aborted).to.equal(true);
    expect([textsOf(asked), outcomes("cancelled"), outcomes("failed")]).to.deep.equal([["a", "b"], 1, 1]);
    expect(reserved).to.deep.equal([]);
  });

  it("a model that is asked in batches does not repeat a call whose request is cancelled during the pause", async () => {
    const signal = { aborted: false };
    const { ended } = embed(["a"], { signal });
    await pause();
    asked[0]!.answer(BUSY);
    await pause();
    signal.aborted = true;
    await clock.pass(NOTICED_MS);
    expect(await ended).to.be.instanceOf(DeadlineExceeded);
    expect([asked.length, clock.timers.size, counts.repetitions]).to.deep.equal([1, 0, 0]);
  });

  it("a model that is asked in batches reserves nothing for vectors that come when their request is cancelled", async () => {
    const signal = { aborted: false };
    const { ended, reserved } = embed(["a"], { signal });
    await pause();
    signal.aborted = true;
    asked[0]!.answer(vectors(asked[0]!));
    expect(await ended).to.be.instanceOf(DeadlineExceeded);
    expect([reserved, outcomes("vectors"), outcomes("cancelled")]).to.deep.equal([[], 1, 0]);
  });

  /** Cancels the request of one call. */
  async function cancelOne(): Promise<void> {
    const signal = { aborted: false };
    const { ended } = embed(["a"], { signal });
    await pause();
    signal.aborted = true;
    await clock.pass(NOTICED_MS);
    expect(await ended).to.be.instanceOf(DeadlineExceeded);
  }

  async function fail(): Promise<unknown> {
    const { ended } = embed(["a"]);
    await pause();
    asked.at(-1)!.answer(FAILED);
    return ended;
  }

  it("a model that is asked in batches has neither failed nor succeeded by calls that were cancelled", async () => {
    for (let i = 0; i < FAILURES_TO_OPEN; i++) await cancelOne();
    for (let i = 1; i < FAILURES_TO_OPEN; i++) await fail();
    await cancelOne();
    expect(await fail()).to.be.instanceOf(ModelFailed);
    expect(await embed(["a"]).ended).to.be.instanceOf(ModelUnavailable);
  });

  it("a model that is asked in batches tries again after the pause if the call that was to decide is cancelled", async () => {
    for (let i = 0; i < FAILURES_TO_OPEN; i++) await fail();
    await clock.pass(OPEN_MS);
    await cancelOne();
    const { ended } = embed(["b"]);
    await pause();
    asked.at(-1)!.answer(vectors(asked.at(-1)!));
    expect(await ended).to.deep.equal({ vectors: [Float32Array.of(1)], tokens: 1 });
    expect(counts.isStopped).to.equal(false);
  });

  it("a model that is asked in batches adds no listener to the signal of a request, and leaves neither listeners nor timers of calls and pauses", async () => {
    const { signal } = new AbortController();
    const texts = Array.from({ length: 50 }, (_, i) => "x".repeat(i + 1));
    const { ended, outcome } = embed(texts, { signal });
    await pause();
    const ofCalls = getEventListeners(asked[0]!.cancel, "abort").length;
    const tried = new Set<string>();
    for (let next = 0; outcome() === null; await clock.pass(PAUSE_MS)) {
      for (const call of asked.slice(next)) {
        call.answer(tried.has(call.texts[0]!) ? vectors(call) : BUSY);
        tried.add(call.texts[0]!);
        next++;
      }
      expect(getEventListeners(signal, "abort")).to.deep.equal([]);
      expect(getEventListeners(asked[0]!.cancel, "abort").length).to.be.at.most(ofCalls);
    }
    expect(((await ended) as Embedded).vectors).to.have.length(texts.length);
    expect([asked.length, counts.repetitions]).to.deep.equal([2 * texts.length, texts.length]);
    expect(getEventListeners(asked[0]!.cancel, "abort").length).to.equal(ofCalls - CALLS);
    expect(clock.timers.size).to.equal(0);
  });

  it("a model that is asked in batches looks at the signal of a request with one timer, never in a loop", async () => {
    const signal = { aborted: false };
    const { ended } = embed(["a", "b", "c"], { signal });
    for (let i = 0; i < 10; i++) {
      await pause();
      expect(clock.timers.size).to.equal(1);
      await clock.pass(NOTICED_MS);
    }
    signal.aborted = true;
    await clock.pass(NOTICED_MS);
    await ended;
    const { length } = clock.delays;
    for (let i = 0; i < 10; i++) await clock.pass(NOTICED_MS);
    expect([clock.delays.length, clock.timers.size]).to.deep.equal([length, 0]);
    expect(clock.delays).to.deep.equal(new Array(11).fill(NOTICED_MS));
  });
});
