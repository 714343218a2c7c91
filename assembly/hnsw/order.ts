// The order in which slots are inserted into a graph.
// The decision: rows often arrive sorted by topic, and a graph built in that order has a lower recall than one built in
// mixed order. So all slots that exist when a graph is begun are inserted as one batch, in an order that spreads over
// all of them; later slots follow in the order of the slots. `indexed` moves when the batch is done: until then
// searches compare its slots one by one, and there is no graph to be saved. Positions are multiplied by an odd number,
// modulo the next power of two, which visits each slot once; neighbouring positions are far apart.
import { count, indexed, mixedEnd, mixedPosition, setIndexed, setMixed } from "../memory/layout";
import { noteHighest } from "./recent";

/** Near 2^32 divided by the golden ratio, and odd. */
const GOLDEN_STEP: u32 = 0x9e37_79b1;

/** Makes the slots below `end` one batch, where none is in the graph yet. */
export function beginMixed(end: u32): void {
  if (indexed() == 0 && mixedEnd() == 0) setMixed(end, 0);
}

/** The next slot for the graph. To be followed by `slotDone`. */
export function nextSlot(): u32 {
  const end = mixedEnd();
  return end == 0 ? indexed() : slotAt(mixedPosition(), end);
}

/** Lists the next slots for the graph, at most `most` of them, without going past the batch. @returns how many */
export function listNext(most: u32, into: usize): u32 {
  const end = mixedEnd();
  let listed: u32 = 0;
  if (end == 0) {
    for (const left = count() - indexed(); listed < min(most, left); listed++)
      store<u32>(into + ((<usize>listed) << 2), indexed() + listed);
    return listed;
  }
  for (let position = mixedPosition(); position < spanOf(end) && listed < most; position++) {
    if (slotAt(position, end) >= end) continue;
    store<u32>(into + ((<usize>listed) << 2), slotAt(position, end));
    listed++;
  }
  return listed;
}

/** The slot that `nextSlot` told of is in the graph, or was dead. */
export function slotDone(): void {
  const end = mixedEnd();
  if (end == 0) {
    setIndexed(indexed() + 1);
    return;
  }
  let position = mixedPosition() + 1;
  const span = spanOf(end);
  while (position < span && slotAt(position, end) >= end) position++;
  if (position < span) {
    setMixed(end, position);
    return;
  }
  noteHighest(end);
  setIndexed(end);
  setMixed(0, 0);
}

/** May be `end` or more: then the position has no slot. */
function slotAt(position: u32, end: u32): u32 {
  return (position * GOLDEN_STEP) & (spanOf(end) - 1);
}

function spanOf(end: u32): u32 {
  return end <= 1 ? 1 : (<u32>1) << (32 - <u32>clz<u32>(end - 1));
}
