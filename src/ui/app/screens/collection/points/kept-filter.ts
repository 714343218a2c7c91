// Filters that are too long for an address, such as the ids of many points that were selected on the map.
// The decision: the address has a number in their place, and the tab has the filter. Loading the page again loses it,
// which the screen says, because an address of some hundred thousand characters is cut by what it is copied into.

/** The most characters of a filter in an address: about a thousand ids. */
const MAX_IN_ADDRESS = 20_000;
/** The filters that a tab keeps; then the oldest is forgotten. */
const MOST_KEPT = 20;
const PREFIX = "selection:";

const kept = new Map<string, string>();
let count = 0;

/** Returns what stands for a filter in the address: the filter itself, or its number if it is too long. */
export function toAddress(filter: string): string {
  if (filter.length <= MAX_IN_ADDRESS) return filter;
  const address = `${PREFIX}${++count}`;
  kept.set(address, filter);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest!);
  return address;
}

/** Returns the filter of an address. @throws Error if this page does not have it, or no longer */
export function fromAddress(text: string): string {
  if (!text.startsWith(PREFIX)) return text;
  const filter = kept.get(text);
  if (filter === undefined) throw new Error("it was a selection of many points, which only its own page had");
  return filter;
}
