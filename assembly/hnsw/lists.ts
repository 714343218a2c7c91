// Lists of links in memory: slot + 1, and 0 ends a list that is not full.
// The decision: one writer rewrites lists link by link in place, with atomic stores. A reader sees the old link or the
// new one, and the targets of both are complete.

export function sizeOfList(links: usize, capacity: u32): u32 {
  let size: u32 = 0;
  while (size < capacity && getLink(links, size) != 0) size++;
  return size;
}

export function getLink(links: usize, index: u32): u32 {
  return load<u32>(links + ((<usize>index) << 2));
}

/** Stores a link atomically, so that a reader that follows the link finds all that was stored before it. */
export function setLink(links: usize, index: u32, link: u32): void {
  atomic.store<u32>(links + ((<usize>index) << 2), link);
}

export function hasLink(links: usize, size: u32, link: u32): bool {
  for (let i: u32 = 0; i < size; i++) if (getLink(links, i) == link) return true;
  return false;
}
