// Adds the products of a term to the sums of a window.
// The decision: nothing but an addition is done for each posting. Slots are marked and listed as well only where their
// sums do not show whether they have an index of the query, or where there are few postings.
import { WINDOW, WINDOW_SHIFT } from "./fields";
import { Query } from "./query";
import { lowOf, nextOf, postingsOf, slotOfLoose, slotsOf, stepIn, valueOfLoose, weightsOf } from "./seal";
import { Term } from "./term";

/** Adds the postings of the term in the window. @param marks whether to list the slots */
export function addTerm(query: Query, term: Term, window: u32, marks: bool): void {
  if (term.list != 0) addList(query, term, marks);
  else if (term.run != 0) addRun(query, term, marks);
  else addLoose(query, term, window, marks);
}

function addRun(query: Query, term: Term, marks: bool): void {
  const run = term.run;
  const n = postingsOf(run);
  const slots = slotsOf(run);
  const low: f32 = lowOf(run) * term.value;
  const step: f32 = stepIn(run) * term.value;
  if (marks) {
    for (let i: u32 = 0; i < n; i++) mark(query, load<u16>(slots + ((<usize>i) << 1)));
  }
  if (low == 0) addWeights(query.sums, slots, weightsOf(run), n, step);
  else addRaised(query.sums, slots, weightsOf(run), n, low, step);
  query.postings += n;
}

function addWeights(sums: usize, firstSlot: usize, weights: usize, n: u32, step: f32): void {
  const end = weights + n;
  let slots = firstSlot;
  let at = weights;
  for (; at + 4 <= end; at += 4, slots += 8) {
    const first = sums + ((<usize>load<u16>(slots)) << 2);
    const second = sums + ((<usize>load<u16>(slots, 2)) << 2);
    const third = sums + ((<usize>load<u16>(slots, 4)) << 2);
    const fourth = sums + ((<usize>load<u16>(slots, 6)) << 2);
    store<f32>(first, load<f32>(first) + <f32>(<i32>load<u8>(at)) * step);
    store<f32>(second, load<f32>(second) + <f32>(<i32>load<u8>(at, 1)) * step);
    store<f32>(third, load<f32>(third) + <f32>(<i32>load<u8>(at, 2)) * step);
    store<f32>(fourth, load<f32>(fourth) + <f32>(<i32>load<u8>(at, 3)) * step);
  }
  for (; at < end; at++, slots += 2) {
    const sum = sums + ((<usize>load<u16>(slots)) << 2);
    store<f32>(sum, load<f32>(sum) + <f32>(<i32>load<u8>(at)) * step);
  }
}

/** Adds the weights of a run with negative values. */
function addRaised(sums: usize, slots: usize, weights: usize, n: u32, low: f32, step: f32): void {
  for (let i: u32 = 0; i < n; i++) {
    const sum = sums + ((<usize>load<u16>(slots + ((<usize>i) << 1))) << 2);
    store<f32>(sum, load<f32>(sum) + low + <f32>(<i32>load<u8>(weights + i)) * step);
  }
}

function addLoose(query: Query, term: Term, window: u32, marks: bool): void {
  const end = (window + 1) << WINDOW_SHIFT;
  for (let loose = nextOf(term.loose); loose != 0 && slotOfLoose(loose) < end; loose = nextOf(loose)) {
    addValue(query, slotOfLoose(loose), valueOfLoose(loose) * term.value, marks);
  }
}

function addList(query: Query, term: Term, marks: bool): void {
  const address = <usize>(term.list >> 32);
  // What has been discarded meanwhile may be anything.
  const n = min(<u32>term.list, WINDOW);
  for (let entry = address, end = address + ((<usize>n) << 3); entry < end; entry += 8) {
    addValue(query, load<u32>(entry), load<f32>(entry, 4) * term.value, marks);
  }
}

function addValue(query: Query, slot: u32, product: f32, marks: bool): void {
  const inside = slot & (WINDOW - 1);
  if (marks) mark(query, inside);
  const sum = query.sums + ((<usize>inside) << 2);
  store<f32>(sum, load<f32>(sum) + product);
  query.postings++;
}

function mark(query: Query, inside: u32): void {
  const at = query.marks + inside;
  store<u16>(query.marked + ((<usize>query.markCount) << 1), <u16>inside);
  query.markCount += 1 - <u32>load<u8>(at);
  store<u8>(at, 1);
}

/** Clears the sums and marks of the window. */
export function clearSums(query: Query): void {
  memory.fill(query.sums, 0, (<usize>WINDOW) << 2);
  memory.fill(query.marks, 0, WINDOW);
  query.markCount = 0;
}
