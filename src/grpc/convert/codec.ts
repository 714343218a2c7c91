// Codecs that convert fields of messages to the JSON of requests, and results to fields; record.ts makes the codecs of
// messages. The decision: a codec works in both directions. Tests write the messages that the server reads.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { Fields } from "../../json/fields.ts";
import { show } from "../../schema/show.ts";
import { listed } from "../../shared/listed.ts";
import { converted } from "../wire/deferred.ts";
import type { Floats } from "../wire/floats.ts";

export interface Codec<Message> {
  /**
   * @param where the path of the field in the message, for errors
   * @returns undefined for a value that counts as not given
   */
  read(message: Message, where: string): unknown;
  write(json: unknown): Message;
}

/** A codec for a field that always has a value, which is `absent` if none is given. */
export interface Filling<Message> extends Codec<Message> {
  readonly absent: Message;
}

/** An object in JSON whose members are converted one by one. */
export type Json = Record<string, unknown>;

/** Codecs for booleans, texts and 32-bit integers, which are the same on both sides. */
export const text = same<string>();
export const flag = same<boolean>();
export const small = same<number>();

function same<Value>(): Codec<Value> {
  return { read: (value) => value, write: (json) => json as Value };
}

/** A field that is accepted and has no effect on a single server. */
export const ignored: Codec<never> = { read: () => undefined, write: () => undefined as never };

/** A number other than NaN and infinity, which no request may contain. */
export const finite: Codec<number> = {
  read(value, where) {
    if (Number.isFinite(value)) return value;
    throw new InvalidArgument(`${where}: expected a finite number, got ${value}`);
  },
  write: (json) => Number(json),
};

/** A count: above 2^53 it is not exact, but exceeds every limit all the same. */
export const count: Codec<bigint> = { read: Number, write: (json) => BigInt(json as number) };

/** A 64-bit integer, with all of its bits. */
export const integer: Codec<bigint> = { read: exact, write: (json) => BigInt(json as number | bigint) };

/** Returns a number if it is exact, otherwise the bigint. */
export function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/**
 * A value of an enum, as a word.
 * @param unset the value that means "not given", if there is one; it is written to fields that are not optional
 */
export function word<Value extends number>(words: Readonly<Record<string, Value>>): Codec<Value>;
export function word<Value extends number>(
  words: Readonly<Record<string, Value>>,
  unset: Value,
): Filling<Value>;
export function word<Value extends number>(
  words: Readonly<Record<string, Value>>,
  unset?: Value,
): Codec<Value> {
  const byValue = new Map(Object.entries(words).map(([name, value]) => [value as number, name]));
  return {
    read(value, where) {
      const name = byValue.get(value);
      if (name !== undefined) return name;
      if (value === unset) return undefined;
      throw new InvalidArgument(
        `${where}: expected ${listed(Object.keys(words), "or")}, got the number ${value}`,
      );
    },
    write(json) {
      const value = words[json as string];
      if (value === undefined) throw new Error(`no value of the enum is ${show(json)}`);
      return value;
    },
    ...(unset !== undefined && { absent: unset }),
  };
}

/** Makes a codec for an optional field: a missing value is not written. */
export function optional<Message>({ read, write }: Codec<Message>): Codec<Message> {
  return { read, write };
}

/** @param nothing whether an empty list counts as not given */
export function list<Item>(item: Codec<Item>, nothing: "none" | "empty" = "empty"): Filling<Item[]> {
  return {
    read(items, where) {
      if (items.length === 0 && nothing === "none") return undefined;
      converted.items += items.length;
      return items.map((value, index) => item.read(value, `${where}[${index}]`));
    },
    write: (json) => (json as unknown[]).map((value) => item.write(value)),
    get absent() {
      return [];
    },
  };
}

/** A list of floats that is not a vector, as plain numbers. */
export function floats(item: Codec<number>, nothing: "none" | "empty" = "empty"): Filling<Floats> {
  const numbers = list(item, nothing);
  return {
    read: (values, where) => numbers.read(Array.from(values), where),
    write: numbers.write,
    get absent() {
      return [];
    },
  };
}

/** A map by name, as an object that inherits nothing: `__proto__` is a name like any other. */
export function byName<Item>(
  item: Codec<Item>,
  nothing: "none" | "empty" = "empty",
): Filling<Map<string, Item>> {
  return {
    read(items, where) {
      if (items.size === 0 && nothing === "none") return undefined;
      converted.items += items.size;
      const json = new Fields();
      items.forEach((value, name) => {
        json[name] = item.read(value, `${where}.${name}`);
      });
      return json;
    },
    write: (json) => new Map(Object.entries(json as Json).map(([name, value]) => [name, item.write(value)])),
    get absent() {
      return new Map<string, Item>();
    },
  };
}

interface OneOf {
  readonly $case: string;
  readonly value: unknown;
}

type ValueOf<Kind extends OneOf, Case> = Extract<Kind, { $case: Case }>["value"];
type Cases<Kind extends OneOf> = { readonly [Case in Kind["$case"]]: Codec<ValueOf<Kind, Case>> };

interface Choice<Kind extends OneOf> {
  read(kind: Kind | undefined, where: string): unknown;
  write(name: Kind["$case"], json: unknown): Kind;
}

/** One of several kinds; a oneof without a kind is refused. */
export function choice<Kind extends OneOf>(cases: Cases<Kind>): Choice<Kind> {
  const codecs = cases as unknown as Readonly<Record<string, Codec<unknown>>>;
  return {
    read(kind, where) {
      if (!kind)
        throw new InvalidArgument(
          `${where}: expected ${listed(Object.keys(codecs), "or")}, got none of them`,
        );
      return codecs[kind.$case]!.read(kind.value, within(where, kind.$case));
    },
    write: (name, json) => ({ $case: name, value: codecs[name]!.write(json) }) as unknown as Kind,
  };
}

/** One of several kinds, as an object whose only key is the kind: {scalar: {...}}. */
export function keyed<Field extends string, Kind extends OneOf>(
  field: Field,
  cases: Cases<Kind>,
  names: { readonly [Case in Kind["$case"]]?: string } = {},
): Codec<{ [Name in Field]: Kind | undefined }> {
  type Message = { [Name in Field]: Kind | undefined };
  const { read, write } = choice<Kind>(cases);
  const nameOf = (kind: string) => (names as Record<string, string>)[kind] ?? kind;
  const kinds = new Map(Object.keys(cases).map((kind) => [nameOf(kind), kind as Kind["$case"]]));
  return {
    read(message, where) {
      const json = read(message[field], where);
      return { [nameOf(message[field]!.$case)]: json };
    },
    write(json) {
      const [name] = Object.keys(json as Json).filter((key) => kinds.has(key));
      return { [field]: write(kinds.get(name!)!, (json as Json)[name!]) } as Message;
    },
  };
}

/** A codec for a message that contains itself. */
export function lazy<Message>(codec: () => Codec<Message>): Codec<Message> {
  return {
    read: (message, where) => codec().read(message, where),
    write: (json) => codec().write(json),
  };
}

/** A message of one field, as the value of that field. */
export function only<Field extends string, Value>(
  field: Field,
  codec: Codec<Value>,
): Codec<{ [Name in Field]: Value }> {
  type Message = { [Name in Field]: Value };
  return {
    read: (message, where) => codec.read(message[field], within(where, field)),
    write: (json) => ({ [field]: codec.write(json) }) as Message,
  };
}

export function within(where: string, field: string): string {
  return where === "" ? field : `${where}.${field}`;
}
