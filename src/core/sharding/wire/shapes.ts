// Shapes of values in messages: each writes a value as plain data and reads it again.
// The decision: what arrives is checked member by member against the same shape that wrote it, so a damaged or foreign
// message is an error at its first wrong value, and types in TypeScript follow from the shapes.
import { DamagedMessage } from "../../../errors/sharding.ts";
import { ID_WORDS, PackedIds } from "../../slots/point-id.ts";

export interface MessageShape<T> {
  /** Returns what `pack.ts` can write. */
  plain(value: T): unknown;
  /** @param at the path of the value, for the error. @throws DamagedMessage */
  read(plain: unknown, at: string): T;
}

export type Of<S> = S extends MessageShape<infer T> ? T : never;

function damaged(at: string): DamagedMessage {
  return new DamagedMessage(at);
}

/** A value that is written as it is. @param is whether a value that was read has the type */
export function asIs<T>(is: (value: unknown) => value is T): MessageShape<T> {
  return {
    plain: (value) => value,
    read(value, at) {
      if (!is(value)) throw damaged(at);
      return value;
    },
  };
}

export const anyNumber = asIs((value): value is number => typeof value === "number");
export const flag = asIs((value): value is boolean => typeof value === "boolean");
export const text = asIs((value): value is string => typeof value === "string");
/** A whole number from 0 to 2^53 - 1. */
export const count = asIs(
  (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0),
);
export const u8 = asIs((value): value is Uint8Array => value instanceof Uint8Array);
export const u32 = asIs((value): value is Uint32Array => value instanceof Uint32Array);
export const f32 = asIs((value): value is Float32Array => value instanceof Float32Array);
export const f64 = asIs((value): value is Float64Array => value instanceof Float64Array);

export function oneOf<T extends string>(...texts: readonly T[]): MessageShape<T> {
  return asIs((value): value is T => texts.some((known) => known === value));
}

export function nullable<T>(shape: MessageShape<T>): MessageShape<T | null> {
  return {
    plain: (value) => (value === null ? null : shape.plain(value)),
    read: (value, at) => (value === null ? null : shape.read(value, at)),
  };
}

export function listOf<T>(shape: MessageShape<T>): MessageShape<readonly T[]> {
  return {
    plain: (list) => list.map((item) => shape.plain(item)),
    read(value, at) {
      if (!Array.isArray(value)) throw damaged(at);
      return value.map((item, i) => shape.read(item, `${at}[${i}]`));
    },
  };
}

export type Members = Readonly<Record<string, MessageShape<unknown>>>;
type OfMembers<M> = { readonly [Name in keyof M]: Of<M[Name]> };

/** An object with these members and no others. Its values may be of classes whose objects have more. */
export function object<M extends Members>(members: M): MessageShape<OfMembers<M>> {
  const shapes = Object.entries(members);
  return {
    plain(value) {
      const plain: Record<string, unknown> = {};
      for (const [name, shape] of shapes) plain[name] = shape.plain(value[name]);
      return plain;
    },
    read(value, at) {
      const given = membersOf(value, at);
      if (Object.keys(given).length !== shapes.length) throw damaged(`${at}: its members`);
      const read: Record<string, unknown> = {};
      for (const [name, shape] of shapes) {
        if (!Object.hasOwn(given, name)) throw damaged(`${at}.${name}`);
        read[name] = shape.read(given[name], `${at}.${name}`);
      }
      return read as OfMembers<M>;
    },
  };
}

export function membersOf(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    throw damaged(at);
  return value as Record<string, unknown>;
}

/** Refuses values that have the right type and contradict each other. */
export function checked<T>(shape: MessageShape<T>, holds: (value: T) => boolean): MessageShape<T> {
  return {
    plain: (value) => shape.plain(value),
    read(value, at) {
      const read = shape.read(value, at);
      if (!holds(read)) throw damaged(at);
      return read;
    },
  };
}

const INTEGER = 0;
const UUID = 1;

export const packedIds: MessageShape<PackedIds> = {
  plain: ({ kinds, words }) => ({ kinds, words }),
  read(value, at) {
    const { kinds, words } = membersOf(value, at);
    if (!(kinds instanceof Uint8Array) || !(words instanceof Uint32Array)) throw damaged(at);
    if (words.length !== kinds.length * ID_WORDS) throw damaged(`${at}: the number of its words`);
    if (kinds.some((kind) => kind !== INTEGER && kind !== UUID)) throw damaged(`${at}: the kind of an id`);
    return new PackedIds(kinds, words);
  },
};

/** Byte strings one after another, by their ends. */
export interface ByteStrings {
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
}

export const byteStrings: MessageShape<ByteStrings> = checked(
  object({ ends: u32, bytes: u8 }),
  ({ ends, bytes }) => areEnds(ends, bytes.length),
);

/** Whether the numbers rise to the length. */
export function areEnds(ends: Uint32Array, length: number): boolean {
  for (let i = 0; i < ends.length; i++) if (ends[i]! < (i === 0 ? 0 : ends[i - 1]!)) return false;
  return (ends.at(-1) ?? 0) === length;
}

/** Returns the byte string at an index, as a view. */
export function stringAt({ ends, bytes }: ByteStrings, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
}

/** Puts byte strings one after another. @param strings null counts as an empty one */
export function joinedStrings(strings: readonly (Uint8Array | null)[]): ByteStrings {
  const ends = new Uint32Array(strings.length);
  let length = 0;
  for (let i = 0; i < strings.length; i++) {
    length += strings[i]?.length ?? 0;
    ends[i] = length;
  }
  const bytes = new Uint8Array(length);
  for (let i = 0; i < strings.length; i++) {
    const part = strings[i];
    if (part) bytes.set(part, ends[i]! - part.length);
  }
  return { ends, bytes };
}
