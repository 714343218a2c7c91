// Sorted lists of distinct keys of limited length, into which several threads may insert.
// The decision: the size of a list is a u16, and its highest bit is the lock of the list. A key beyond the farthest one
// of a full list is left out without the lock, which most keys are; the farthest only gets nearer, so an old one leaves
// out too little at worst. The nearest keys of a set do not depend on the order in which they come.
import { keyAt } from "../walk/pool";

const LOCKED: u32 = 0x8000;
/** A thread that has tried so often to take a lock sleeps: its holder may not be running. */
const TRIES: u32 = 1000;
const SLEEP: i64 = 100_000;

/** Returns the size of a list. */
export function sizeAt(sizeAddress: usize): u32 {
  return <u32>atomic.load<u16>(sizeAddress) & ~LOCKED;
}

/** Inserts a key; the nearest `most` are kept. */
export function insertShared(sizeAddress: usize, keys: usize, most: u32, key: u64): void {
  const size = sizeAt(sizeAddress);
  if (size == most && atomic.load<u64>(keys + ((<usize>size - 1) << 3)) <= key) return;
  unlock(sizeAddress, insertDistinct(keys, lock(sizeAddress), most, key));
}

/** Locks a list. @returns its size */
export function lock(sizeAddress: usize): u32 {
  let tries: u32 = 0;
  while (true) {
    const size = <u32>atomic.load<u16>(sizeAddress) & ~LOCKED;
    if (<u32>atomic.cmpxchg<u16>(sizeAddress, <u16>size, <u16>(size | LOCKED)) == size) return size;
    const word = sizeAddress & ~(<usize>3);
    if (++tries >= TRIES) atomic.wait<i32>(word, atomic.load<i32>(word), SLEEP);
  }
}

/** Unlocks a list and sets its size. */
export function unlock(sizeAddress: usize, size: u32): void {
  atomic.store<u16>(sizeAddress, <u16>size);
}

/** Inserts a key into `size` sorted and distinct ones; the nearest `most` are kept. @returns the number of keys */
export function insertDistinct(keys: usize, size: u32, most: u32, key: u64): u32 {
  const isFull = size == most;
  if (isFull && keyAt(keys, size - 1) <= key) return size;
  let low: u32 = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyAt(keys, middle) < key) low = middle + 1;
    else high = middle;
  }
  if (low < size && keyAt(keys, low) == key) return size;
  const address = keys + ((<usize>low) << 3);
  let at = keys + ((<usize>(isFull ? size - 1 : size)) << 3);
  while (at >= address + 16) {
    at -= 16;
    v128.store(at, v128.load(at), 8);
  }
  if (at > address) store<u64>(address, load<u64>(address), 8);
  store<u64>(address, key);
  return isFull ? size : size + 1;
}
