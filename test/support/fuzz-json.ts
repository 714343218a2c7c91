// JSON as a tree of texts, for bodies that JavaScript values cannot represent: numbers beyond doubles, repeated
// members, `__proto__` as a key, NaN. It also has changes that make such a body invalid.
// The decision: a change is plain data (kind, position, value), so that fast-check can remove some when it shrinks a
// failure.
import fc from "fast-check";

/** A leaf is its own text. */
export type Json = string | readonly Json[] | Members;
export interface Members {
  readonly members: readonly Member[];
}
export type Member = readonly [key: string, value: Json];

export function textOf(json: Json): string {
  if (typeof json === "string") return json;
  if (isList(json)) return `[${json.map(textOf).join()}]`;
  return `{${json.members.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join()}}`;
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
const isLeaf = (json: Json): json is string => typeof json === "string";
const childrenOf = (json: Json): readonly Json[] => {
  if (isLeaf(json)) return [];
  return isList(json) ? json : json.members.map(([, value]) => value);
};

const EVIL_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "\ud800",
  "a.b",
  "0",
];
const LONG = 5000;
const EVIL_LEAVES = [
  ...["null", "true", "false", "0", "-0", "-1", "1.5", "0.1", "2147483648", "4294967296", "9007199254740993"],
  ...["18446744073709551615", "18446744073709551616", "-9223372036854775809", "9".repeat(400)],
  ...["1e39", "-1e39", "3.5e38", "1e308", "1e309", "-1e999", "1e-400", "5e-324", "1E2", "999999999"],
  ...[
    '""',
    '" "',
    '"NaN"',
    '"Infinity"',
    '"1"',
    '"\\ud800"',
    '"\\u0000"',
    '"__proto__"',
    '"../../etc/passwd"',
  ],
  ...[
    '"[[[[["',
    '"a[].b[0]"',
    '"a["',
    '"2024-02-30"',
    '"9999-99-99T99:99:99Z"',
    '"{}"',
    `"${"x".repeat(LONG)}"`,
  ],
  ...["[]", "{}", "[[]]", "[null]", "[{}]", '{"":null}', `[${"0,".repeat(LONG)}0]`],
];
const DAMAGE = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "'",
  "-",
  "e",
  "0",
  "\u0000",
  "\ufeff",
  "//",
  "\\ud800",
];
const WORDS = ["NaN", "Infinity", "undefined", "tru", "01", "1.", "+1", ".5", "0x1"];
/** Depths around the limits of payloads and filters, and beyond those of a recursive reader. */
const DEPTHS = [3, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129, 20_000];
const MOST_TEXT = 40_000;

export const KINDS = [
  ...["swap", "swap", "swap", "list", "wrap", "first", "nulls", "lack", "lack", "twice", "rename"],
  ...["extra", "deep", "deepObject", "many"],
] as const;

export interface Change {
  readonly kind: string;
  readonly at: number;
  readonly leaf: string;
  readonly key: string;
  readonly depth: number;
}

export const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(1000),
  leaf: fc.constantFrom(...EVIL_LEAVES),
  key: fc.constantFrom(...EVIL_KEYS),
  depth: fc.constantFrom(...DEPTHS),
});

const WHOLE_EVERY = 20;

/** Returns the tree with one node, counted in the order of the text, replaced by the change. */
export function changed(json: Json, change: Change): Json {
  const size = sizeOf(json);
  // The root is rarely replaced, because that hides everything else.
  let left = change.at % WHOLE_EVERY === 0 || size === 1 ? 0 : 1 + (change.at % (size - 1));
  const walk = (node: Json): Json => {
    if (left-- === 0) return worse(node, change);
    if (left < 0 || isLeaf(node)) return node;
    if (isList(node)) return node.map(walk);
    return { members: node.members.map(([key, value]) => [key, walk(value)] as const) };
  };
  return walk(json);
}

function sizeOf(json: Json): number {
  return childrenOf(json).reduce((sum, child) => sum + sizeOf(child), 1);
}

function worse(node: Json, { kind, at, leaf, key, depth }: Change): Json {
  if (kind === "list") return [node];
  if (kind === "wrap") return { members: [[key, node]] };
  if (kind === "first") return childrenOf(node)[0] ?? leaf;
  if (kind === "nulls") return nulls(node);
  if (kind === "deep") return `${"[".repeat(depth)}${textOf(node)}${"]".repeat(depth)}`;
  if (kind === "deepObject") return `${'{"must":'.repeat(depth)}${textOf(node)}${"}".repeat(depth)}`;
  if (kind === "many") return [textOf(node), ...many(textOf(node))];
  const count = childrenOf(node).length;
  if (isLeaf(node) || count === 0) return leaf;
  const index = at % count;
  if (isList(node)) return ofItems(node, kind, index, leaf);
  return { members: ofMembers(node.members, kind, index, [key, leaf]) };
}

function many(text: string): string[] {
  return Array.from({ length: Math.min(10_001, Math.floor(MOST_TEXT / (text.length + 1))) }, () => text);
}

function nulls(json: Json): Json {
  if (isLeaf(json)) return "null";
  if (isList(json)) return json.map(nulls);
  return { members: json.members.map(([key, value]) => [key, nulls(value)] as const) };
}

function ofItems(items: readonly Json[], kind: string, index: number, leaf: string): Json {
  if (kind === "lack") return items.filter((_, i) => i !== index);
  if (kind === "twice") return [...items, items[index]!];
  if (kind === "extra") return [...items, leaf];
  return items.map((item, i) => (i === index ? leaf : item));
}

function ofMembers(members: readonly Member[], kind: string, index: number, evil: Member): readonly Member[] {
  const [key, value] = members[index]!;
  if (kind === "lack") return members.filter((_, i) => i !== index);
  if (kind === "twice") return [...members, [key, evil[1]]];
  if (kind === "extra") return [...members, evil];
  const instead: Member = kind === "rename" ? [evil[0], value] : [key, evil[1]];
  return members.map((member, i) => (i === index ? instead : member));
}

export interface Damage {
  readonly kind: "cut" | "drop" | "insert" | "bytes";
  /** The position in the text, from 0 to 1. */
  readonly at: number;
  readonly text: string;
}

export const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom("cut", "drop", "insert", "bytes"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  text: fc.constantFrom(...DAMAGE, ...WORDS),
});

/** Bytes that are no UTF-8: a stray one, an overlong form, half of a surrogate pair. */
const BAD_BYTES = Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]);

export function damaged(text: string, { kind, at, text: piece }: Damage): Buffer {
  const bytes = Buffer.from(text);
  const place = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (kind === "cut") return Buffer.concat([before]);
  if (kind === "drop") return Buffer.concat([before, after.subarray(1)]);
  return Buffer.concat([before, kind === "bytes" ? BAD_BYTES : Buffer.from(piece), after]);
}
