// The terms of a query during a search: where each is in its postings, and what it can add to a score in the window.
// The decision: a term is at the address of a link, not at an item, so that it goes on with what was sealed meanwhile.
import { largestOf, livingOf, recordOf, smallestOf } from "./dictionary";
import { WINDOW, WINDOW_SHIFT } from "./fields";
import { openList } from "./open";
import { Query, TERM_BYTES } from "./query";
import { valuesOf } from "./rows";
import { looseOf, lowOf, nextOf, postingsOf, runsOf, slotOfLoose, stepIn, windowOf } from "./seal";

const WEIGHTS: f32 = 255;
/** A weight is less than this many steps above its value: rounding may have added a little to one step. */
const STEPS_ABOVE: f32 = 1.001;
/** The bytes of a run after which the processor foresees the others. */
const MOST_ASKED: u32 = 512;
/** The most that is lost where a product is too small for an f32. */
const SUBNORMAL: f64 = 1.5e-45;

@unmanaged
export class Term {
  value: f32 = 0;
  record: usize = 0;
  /** Addresses of the links to the next run and the next loose posting. */
  runs: usize = 0;
  loose: usize = 0;
  /** The largest product, ignoring the sign. */
  most: f32 = 0;
  /** In the window: the run, the open list, the largest product, at least 0, and about how many postings there are. */
  run: usize = 0;
  list: u64 = 0;
  largest: f32 = 0;
  postings: u32 = 0;
}

export function termAt(query: Query, i: u32): Term {
  return changetype<Term>(query.terms + <usize>i * TERM_BYTES);
}

/** Finds the terms of the query and sorts them by their largest products. @returns the number of their live postings */
export function findTerms(query: Query): u64 {
  const values = valuesOf(query.row, query.entries);
  let living: u64 = 0;
  let sum: f64 = 0;
  for (let i: u32 = 0; i < query.entries; i++) {
    const record = recordOf(load<u32>(query.row + ((<usize>i) << 2), 4));
    if (record == 0) continue;
    const value = load<f32>(values + ((<usize>i) << 2));
    const most = Mathf.abs(value) * max(Mathf.abs(smallestOf(record)), Mathf.abs(largestOf(record)));
    insert(query, value, record, most);
    living += livingOf(record);
    sum += most;
  }
  // Each of the products and of the sums is rounded, here and in scores.
  query.rounding = <f32>((sum * f32.EPSILON + SUBNORMAL) * <f64>(2 * query.termCount + 8));
  query.most = sum;
  return living;
}

function insert(query: Query, value: f32, record: usize, most: f32): void {
  let at = query.termCount++;
  for (; at > 0 && termAt(query, at - 1).most > most; at--) {
    memory.copy(changetype<usize>(termAt(query, at)), changetype<usize>(termAt(query, at - 1)), TERM_BYTES);
  }
  const term = termAt(query, at);
  memory.fill(changetype<usize>(term), 0, TERM_BYTES);
  term.value = value;
  term.record = record;
  term.runs = runsOf(record);
  term.loose = looseOf(record);
  term.most = most;
}

/** Moves a term to a sealed window, after those where it was. */
export function enterSealed(query: Query, term: Term, window: u32): void {
  let run = nextOf(term.runs);
  while (run != 0 && windowOf(run) < window) {
    term.runs = run;
    run = nextOf(run);
  }
  const start = window << WINDOW_SHIFT;
  let loose = nextOf(term.loose);
  while (loose != 0 && slotOfLoose(loose) < start) {
    term.loose = loose;
    loose = nextOf(loose);
  }
  term.list = 0;
  term.run = 0;
  term.largest = 0;
  term.postings = 0;
  if (run != 0 && windowOf(run) == window) {
    term.run = run;
    const step = stepIn(run);
    const low = lowOf(run) * term.value;
    term.largest = max(max(low, (lowOf(run) + WEIGHTS * step) * term.value), 0);
    const error = Mathf.abs(term.value) * step * STEPS_ABOVE;
    if (term.value >= 0) query.above += error;
    else query.below += error;
    term.postings = postingsOf(run);
    query.touched |= askedFor(run, term.postings);
  } else if (loose != 0 && slotOfLoose(loose) < start + WINDOW) {
    term.largest = term.most;
    term.postings = 1;
  }
}

/**
 * Has the postings of a run, and the head of the next one, brought to a cache while other terms are entered. Both are
 * rarely in one, and a chain of runs cannot be foreseen by the processor.
 */
function askedFor(run: usize, postings: u32): u32 {
  const next = nextOf(run);
  let touched: u32 = next == 0 ? 0 : load<u32>(next);
  const end = run + min<u32>(3 * postings, MOST_ASKED);
  for (let line = run + 64; line < end; line += 64) touched |= load<u32>(line);
  return touched;
}

/** Moves a term to the open window. */
export function enterOpen(term: Term, window: u32): void {
  term.run = 0;
  term.list = openList(term.record, window);
  term.largest = term.list == 0 ? 0 : term.most;
  term.postings = <u32>term.list;
}
