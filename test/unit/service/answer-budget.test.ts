// The memory of responses while they are made: of each of them, and of all together.
import { expect } from "chai";
import type { Database } from "../../../src/core/database/database.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { TooManyRequests } from "../../../src/errors/server.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import {
  MAX_ANSWER_BYTES,
  MAX_ANSWER_BYTES_UNDER_WAY,
  SMALL_ANSWER_BYTES,
} from "../../../src/schema/limits.ts";
import { type AnswerBudget, AnswerBudgets } from "../../../src/service/common/answer-budget.ts";

describe("the memory for responses", () => {
  let memory: MemoryLimit;
  let budgets: AnswerBudgets;
  beforeEach(() => {
    memory = MemoryLimit.unlimited();
    budgets = new AnswerBudgets({ memory } as Database);
  });

  /** Makes a response that reserves the given bytes and does not end. @returns a function that ends it */
  function answering(bytes: number): { finish: () => void; answer: Promise<void> } {
    let finish = () => {};
    const answer = budgets.within(async (budget) => {
      budget.reserve(MAX_ANSWER_BYTES / 2, bytes / 2);
      budget.reserve(MAX_ANSWER_BYTES / 2, bytes / 2);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    return { finish: () => finish(), answer };
  }

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: Error) => error,
    );

  it("the memory for responses is refused with advice to retry when other responses have it, and free again when one of them ends", async () => {
    const half = MAX_ANSWER_BYTES_UNDER_WAY / 2;
    const first = answering(half);
    const second = answering(half);
    const error = await failure(answering(SMALL_ANSWER_BYTES + 2).answer);
    expect(error).to.be.instanceOf(TooManyRequests);
    expect(error!.message).to.equal("Too many answers are being put together; try again in a moment");
    first.finish();
    await first.answer;
    const third = answering(half);
    third.finish();
    second.finish();
    await Promise.all([second.answer, third.answer]);
    expect(memory.used).to.equal(0);
  });

  it("the memory for responses is released at once by a read that returns or throws at once", () => {
    const reserved = (budget: AnswerBudget) => budget.reserve(MAX_ANSWER_BYTES / 2);
    expect(budgets.withinAtOnce((budget) => [reserved(budget), "read"][1])).to.equal("read");
    const failing = (budget: AnswerBudget) => {
      reserved(budget);
      throw new Error("unreadable");
    };
    expect(() => budgets.withinAtOnce(failing)).to.throw("unreadable");
    expect(memory.used).to.equal(0);
  });

  it("the memory for responses is always sufficient for a small response", async () => {
    const all = answering(MAX_ANSWER_BYTES_UNDER_WAY);
    const small = answering(SMALL_ANSWER_BYTES);
    small.finish();
    await small.answer;
    all.finish();
    await all.answer;
  });

  it("the memory for responses is released by a response that fails", async () => {
    const tooLarge = budgets.within(async (budget) => budget.reserve(MAX_ANSWER_BYTES + 1));
    expect(await failure(tooLarge)).to.be.instanceOf(InvalidArgument);
    const broken = budgets.within(async (budget) => {
      budget.reserve(MAX_ANSWER_BYTES);
      throw new Error("broken");
    });
    expect((await failure(broken))!.message).to.equal("broken");
    expect(memory.used).to.equal(0);
  });
});
