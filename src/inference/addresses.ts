// Which addresses the endpoint of a model may have.
// The decision: private, link-local and reserved addresses are refused, among them those at which clouds serve
// credentials, because neither the settings of a model nor the name server that answers for its name may lead to what
// only this machine can reach. The operator allows them for a model by `allow_private`; the machine itself is allowed
// if the address names it.

/** The addresses that an endpoint may have: public ones, those of this machine, or all. */
export type AddressRule = "public" | "loopback" | "any";

/** Prefixes as the first bytes and their number of bits. */
type Prefix = readonly [bytes: readonly number[], bits: number];

const LOOPBACK_4: Prefix = [[127], 8];
const REFUSED_4: readonly Prefix[] = [
  LOOPBACK_4,
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 0, 0], 24],
  [[192, 0, 2], 24],
  [[192, 168], 16],
  [[198, 18], 15],
  [[198, 51, 100], 24],
  [[203, 0, 113], 24],
  // Multicast, and all that is reserved above it.
  [[224], 3],
];
/** IPv4 addresses within IPv6: mapped, compatible, NAT64 and 6to4, each with the offset of the address. */
const EMBEDDED_4: readonly (readonly [Prefix, offset: number])[] = [
  [[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96], 12],
  [[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 96], 12],
  [[[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96], 12],
  [[[0x20, 0x02], 16], 2],
];
const LOOPBACK_6: Prefix = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128];
const REFUSED_6: readonly Prefix[] = [
  LOOPBACK_6,
  [[0, 0x64, 0xff, 0x9b, 0, 1], 48],
  [[0xfc], 7],
  [[0xfe, 0x80], 10],
  [[0xfe, 0xc0], 10],
  [[0xff], 8],
];

/** @param address IPv4 or IPv6, without brackets; anything else is refused */
export function isAllowed(address: string, rule: AddressRule): boolean {
  if (rule === "any") return true;
  const bytes = bytesOf(address);
  if (bytes === null) return false;
  const plain = bytes.length === 4 ? bytes : (embedded4(bytes) ?? bytes);
  if (rule === "loopback")
    return matches(plain, plain.length === 4 ? LOOPBACK_4 : LOOPBACK_6) || isOne(bytes);
  return (
    !isOne(bytes) && !(plain.length === 4 ? REFUSED_4 : REFUSED_6).some((prefix) => matches(plain, prefix))
  );
}

/** Tells whether it is ::1, which also has the form of an IPv4 address within IPv6. */
function isOne(bytes: readonly number[]): boolean {
  return bytes.length === 16 && matches(bytes, LOOPBACK_6);
}

/** Returns the bytes of an address, or null if it is none. */
export function bytesOf(address: string): number[] | null {
  return address.includes(":") ? bytesOf6(address) : bytesOf4(address);
}

function embedded4(bytes: readonly number[]): number[] | null {
  const found = EMBEDDED_4.find(([prefix]) => matches(bytes, prefix));
  return found === undefined ? null : bytes.slice(found[1], found[1] + 4);
}

function matches(bytes: readonly number[], [prefix, bits]: Prefix): boolean {
  for (let i = 0; i * 8 < bits; i++) {
    const mask = 0xff & (0xff << Math.max(0, 8 - (bits - i * 8)));
    if ((bytes[i]! & mask) !== ((prefix[i] ?? 0) & mask)) return false;
  }
  return true;
}

function bytesOf4(address: string): number[] | null {
  const parts = address.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null;
  return parts.map(Number);
}

function bytesOf6(address: string): number[] | null {
  // A zone, as in fe80::1%eth0, is no part of the address.
  const bare = address.replace(/%.*$/, "");
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  const last = tail === null ? [] : bytesOf4(tail[2]!);
  if (last === null) return null;
  const [left = "", right, more] = (tail === null ? bare : `${tail[1]}x`).split("::");
  if (more !== undefined) return null;
  const before = groupsOf(left, last);
  const after = right === undefined ? [] : groupsOf(right, last);
  if (before === null || after === null) return null;
  const missing = 16 - before.length - after.length;
  if (right === undefined ? missing !== 0 : missing < 2) return null;
  return [...before, ...new Array<number>(missing).fill(0), ...after];
}

/** @param last the bytes that "x" stands for */
function groupsOf(text: string, last: readonly number[]): number[] | null {
  const bytes: number[] = [];
  for (const group of text === "" ? [] : text.split(":")) {
    if (group === "x") bytes.push(...last);
    else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return null;
  }
  return bytes;
}
