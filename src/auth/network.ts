// Maps an address to the network by which failed logins are counted.
// The decision: an IPv4 address, or the upper 64 bits of an IPv6 address, because one subscriber has all addresses
// below them.

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const LONGEST = 64;
/** ::ffff:0:0/96, where IPv6 sockets put IPv4 peers. */
const MAPPED = "0:0:0:0:0:ffff";

/** Returns the network of an address. A text that is not an address is returned as it is. */
export function networkOf(address: string): string {
  const [bare = ""] = address.slice(0, LONGEST).split("%");
  const groups = groupsOf(bare.toLowerCase());
  if (groups === null) return bare;
  if (groups.slice(0, 6).join(":") === MAPPED) return dotted(groups[6]!, groups[7]!);
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** Returns the eight groups of an IPv6 address without leading zeros, or null for a text that is not one. */
function groupsOf(address: string): string[] | null {
  const halves = withoutDots(address).split("::");
  if (!address.includes(":") || halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = GROUPS - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/** Replaces an IPv4 address at the end, as in ::ffff:192.0.2.1, by two groups. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (dotted, ...found: string[]) => {
    const [a, b, c, d] = found.map(Number) as [number, number, number, number];
    if (Math.max(a, b, c, d) > 255) return dotted;
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

function dotted(high: string, low: string): string {
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}
