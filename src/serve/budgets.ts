// What all requests together may hold, on whatever port they come.

import type { Budgets } from "../http/app.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { RequestBudget } from "../memory/request-budget.ts";
import { MAX_ANSWER_BYTES_UNDER_WAY, MAX_BODY_BYTES_UNDER_WAY } from "../schema/limits.ts";

/** @param memory what the process may take: bodies and answers are part of it */
export function budgetsWithin(memory: MemoryLimit): Budgets {
  return {
    bodies: new RequestBudget(MAX_BODY_BYTES_UNDER_WAY, "request bodies are under way", memory),
    answers: new RequestBudget(MAX_ANSWER_BYTES_UNDER_WAY, "answers are waiting to be read", memory),
  };
}
