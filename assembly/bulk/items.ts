// The items of a phase, and how builder threads share them.
// The decision: a thread takes the next item by compare-and-swap on one word, which also has the number of the phase.
// The thread that ends the last item begins the next phase; threads without an item sleep until then. So threads may
// join at any time, and with one thread nothing waits. What an item does depends neither on the thread nor on the order
// in which items end, so the graph is the same for any number of threads.
/** The number of the next item while a phase is being begun: no thread takes one. */
const CLOSED: u64 = 0xffff_ffff;
const EPOCH_SHIFT: u64 = 32;
const NUMBER_MASK: u64 = 0xffff_ffff;
/** The nanoseconds after which a thread without an item looks again if nothing wakes it. */
const SLEEP: i64 = 20_000_000;

/** On a cache line of its own, because all threads write it. */
@unmanaged
export class Items {
  /** Number of the phase, counted from the beginning << 32 | number of the next item. */
  next: u64 = 0;
  /** The items of the phase, and how many of them have ended. */
  count: u32 = 0;
  ended: u32 = 0;
}

/** Takes the next item of the phase. @returns its number, or -1: none is left */
export function takeItem(items: Items): i64 {
  const address = changetype<usize>(items);
  while (true) {
    const next = atomic.load<u64>(address);
    const number = next & NUMBER_MASK;
    if (number == CLOSED || number >= items.count) return -1;
    if (atomic.cmpxchg<u64>(address, next, next + 1) == next) return <i64>number;
  }
}

/** Ends an item. @returns whether it was the last of the phase */
export function endItem(items: Items): bool {
  return atomic.add<u32>(changetype<usize>(items) + offsetof<Items>("ended"), 1) + 1 == items.count;
}

/** Returns whether all items of the phase have ended. */
export function areEnded(items: Items): bool {
  return atomic.load<u32>(changetype<usize>(items) + offsetof<Items>("ended")) == items.count;
}

/** Prevents threads from taking items, before the next phase is begun. */
export function closeItems(items: Items): void {
  const epoch = atomic.load<u64>(changetype<usize>(items)) >> EPOCH_SHIFT;
  atomic.store<u64>(changetype<usize>(items), ((epoch + 1) << EPOCH_SHIFT) | CLOSED);
}

/** Lets threads take the items of the phase, and wakes those that sleep. */
export function openItems(items: Items): void {
  const address = changetype<usize>(items);
  const epoch = atomic.load<u64>(address) >> EPOCH_SHIFT;
  atomic.store<u64>(address, (epoch + 1) << EPOCH_SHIFT);
  atomic.notify(address + 4);
}

/** Sleeps until another phase begins, or for a while. Only builder threads may sleep. */
export function awaitItems(items: Items): void {
  const address = changetype<usize>(items);
  const next = atomic.load<u64>(address);
  const number = next & NUMBER_MASK;
  if (number != CLOSED && number < items.count) return;
  atomic.wait<i32>(address + 4, <i32>(next >> EPOCH_SHIFT), SLEEP);
}

/** Returns the share of the items that have ended. */
export function shareEnded(items: Items): f32 {
  return <f32>min(items.ended, items.count) / <f32>max<u32>(items.count, 1);
}
