// The recall that the searches of other servers are expected to have.
// The decision: of several searches in one index the worst counts, so what is noted of an index needs the same object
// each time. An index of another server is known by its part and its position in the answer.
import type { AskedRecall } from "../recall/asked-recall.ts";
import type { AnswerOf } from "./part.ts";

const indexes = new Map<string, object>();

export function noteRecall(
  asked: AskedRecall,
  part: number,
  { recall, unreached }: Pick<AnswerOf<"search">, "recall" | "unreached">,
): void {
  for (const [position, noted] of recall.entries()) asked.note(indexOf(part, position), noted);
  asked.unreached += unreached;
}

function indexOf(part: number, position: number): object {
  const key = `${part}/${position}`;
  const known = indexes.get(key) ?? {};
  indexes.set(key, known);
  return known;
}
