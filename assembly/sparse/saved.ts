// Sealed postings as a checkpoint keeps them: copied out by the writer, and taken in whole at a restart.
// The decision: saved runs and loose postings have the bytes that they have in memory, so a file is read to where it is
// used and only linked: nothing is built, and the runs of a term are side by side. Windows never change, so each
// checkpoint appends those that are new. They are copied in the order of the terms, in parts, and a part may end within
// a term.
//
//   group    index u32 | runs u32 | loose postings u32 | bytes of both u32 | runs | loose postings
import { Status } from "../abi";
import {
  addLiving,
  blockOf,
  copiedLoose,
  copiedRun,
  noteCopied,
  noteValue,
  recordAt,
  recordFor,
} from "./dictionary";
import { setSealedWindows, WINDOW_SHIFT } from "./fields";
import {
  bytesOfRun,
  LOOSE_BYTES,
  lastOf,
  link,
  looseOf,
  lowOf,
  nextOf,
  postingsOf,
  RUN_HEAD,
  runsOf,
  slotOfLoose,
  stepIn,
  valueOfLoose,
  windowOf,
} from "./seal";

const GROUP_HEAD: usize = 16;
const LARGEST_WEIGHT: f32 = 255;

/** Where the copying of sealed windows is: a term, and the links to the next run and loose posting of it. */
@unmanaged
export class Gathering {
  /** The windows to copy: from `first` to before `end`. */
  first: u32 = 0;
  end: u32 = 0;
  /** The number of the term, in the order in which they came, and the block of its record; 0: there is none. */
  term: u32 = 0;
  block: usize = 0;
  /** 0: the term was not begun. */
  runs: usize = 0;
  loose: usize = 0;
}

/** Copies the next groups to `at`, before `limit`. @returns the address after them; `at` if there are none left */
export function gather(state: Gathering, at: usize, limit: usize): usize {
  let to = at;
  if (state.first >= state.end) return to;
  if (state.term == 0) state.block = blockOf(0, 0);
  for (
    let record = recordAt(state.term, state.block);
    record != 0;
    record = recordAt(state.term, state.block)
  ) {
    if (to + GROUP_HEAD >= limit) return to;
    if (state.runs == 0) begin(state, record);
    const body = to + GROUP_HEAD;
    const runsEnd = copyRuns(state, body, limit);
    const isFull = isRunDue(state);
    const end = isFull ? runsEnd : copyLoose(state, runsEnd, limit);
    if (end > body) {
      store<u32>(to, load<u32>(record));
      store<u32>(to, runsIn(body, runsEnd), 4);
      store<u32>(to, <u32>((end - runsEnd) / LOOSE_BYTES), 8);
      store<u32>(to, <u32>(end - body), 12);
      to = end;
    }
    if (isFull || isLooseDue(state)) return to;
    const run = state.runs == runsOf(record) ? 0 : state.runs;
    noteCopied(record, run, state.loose == looseOf(record) ? 0 : state.loose);
    state.term++;
    state.block = blockOf(state.term, state.block);
    state.runs = 0;
  }
  return to;
}

/** Goes to where the last checkpoint stopped, unless this one has to copy from an earlier window on. */
function begin(state: Gathering, record: usize): void {
  const run = copiedRun(record);
  state.runs = run != 0 && windowOf(run) < state.first ? run : runsOf(record);
  const loose = copiedLoose(record);
  const isBefore = loose != 0 && slotOfLoose(loose) >> WINDOW_SHIFT < state.first;
  state.loose = isBefore ? loose : looseOf(record);
}

function copyRuns(state: Gathering, at: usize, limit: usize): usize {
  let to = at;
  for (let run = nextOf(state.runs); run != 0; run = nextOf(run)) {
    if (windowOf(run) >= state.end) break;
    if (windowOf(run) >= state.first) {
      const bytes = bytesOfRun(run);
      if (to + bytes > limit) break;
      memory.copy(to, run, bytes);
      to += bytes;
    }
    state.runs = run;
  }
  return to;
}

function copyLoose(state: Gathering, at: usize, limit: usize): usize {
  let to = at;
  for (let loose = nextOf(state.loose); loose != 0; loose = nextOf(loose)) {
    const window = slotOfLoose(loose) >> WINDOW_SHIFT;
    if (window >= state.end) break;
    if (window >= state.first) {
      if (to + LOOSE_BYTES > limit) break;
      memory.copy(to, loose, LOOSE_BYTES);
      to += LOOSE_BYTES;
    }
    state.loose = loose;
  }
  return to;
}

function isRunDue(state: Gathering): bool {
  const run = nextOf(state.runs);
  return run != 0 && windowOf(run) < state.end;
}

function isLooseDue(state: Gathering): bool {
  const loose = nextOf(state.loose);
  return loose != 0 && slotOfLoose(loose) >> WINDOW_SHIFT < state.end;
}

function runsIn(at: usize, end: usize): u32 {
  let runs: u32 = 0;
  for (let run = at; run < end; run += bytesOfRun(run)) runs++;
  return runs;
}

/**
 * Links the groups in `bytes` bytes from `at` on, which stay where they are, and counts their postings as those of live
 * rows. @returns InvalidArgument for bytes that `gather` has not made
 */
export function adopt(at: usize, bytes: usize, windows: u32): i32 {
  const end = at + bytes;
  for (let group = at; group < end; ) {
    const body = group + GROUP_HEAD;
    if (body > end || <usize>load<u32>(group, 12) > end - body) return Status.InvalidArgument;
    const bodyEnd = body + load<u32>(group, 12);
    const record = recordFor(load<u32>(group));
    if (record == 0) return Status.OutOfMemory;
    const runsEnd = linkRuns(record, body, bodyEnd, load<u32>(group, 4), windows);
    if (runsEnd == 0 || bodyEnd - runsEnd != <usize>load<u32>(group, 8) * LOOSE_BYTES)
      return Status.InvalidArgument;
    linkLoose(record, runsEnd, bodyEnd);
    noteCopied(record, lastOf(runsOf(record)), lastOf(looseOf(record)));
    group = bodyEnd;
  }
  setSealedWindows(windows);
  return Status.Ok;
}

/** @returns the address after the runs; 0 if they are none */
function linkRuns(record: usize, at: usize, end: usize, runs: u32, windows: u32): usize {
  let run = at;
  for (let i: u32 = 0; i < runs; i++) {
    if (run + RUN_HEAD > end || run + bytesOfRun(run) > end || windowOf(run) >= windows) return 0;
    store<u32>(run, 0);
    link(runsOf(record), run);
    noteValue(record, lowOf(run));
    noteValue(record, lowOf(run) + LARGEST_WEIGHT * stepIn(run));
    addLiving(record, postingsOf(run));
    run += bytesOfRun(run);
  }
  return run;
}

function linkLoose(record: usize, at: usize, end: usize): void {
  for (let loose = at; loose < end; loose += LOOSE_BYTES) {
    store<u32>(loose, 0);
    link(looseOf(record), loose);
    noteValue(record, valueOfLoose(loose));
    addLiving(record, 1);
  }
}
