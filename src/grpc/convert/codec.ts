// How a message becomes the plain object that a request is after reading, and a result becomes a message.
// The decision: a message is described field by field with small codecs, and the compiler demands one for every field of
// it, so that no field can be forgotten. A codec goes both ways: what tests write is what is read, and a client can use it.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { Fields } from "../../json/fields.ts";
import { show } from "../../schema/show.ts";
import type { Floats } from "../wire/floats.ts";

export interface Codec<Message> {
  /**
   * @param where the path of the field in the message, for errors
   * @returns undefined for what is as if it had not been given
   */
  read(message: Message, where: string): unknown;
  write(json: unknown): Message;
}

/** A codec for a field that is always there: it has a message for what is not given, too. */
export interface Filling<Message> extends Codec<Message> {
  readonly absent: Message;
}

type Json = Record<string, unknown>;

/** Booleans, texts, 32-bit integers: the same on both sides. */
export const text = same<string>();
export const flag = same<boolean>();
export const small = same<number>();

function same<Value>(): Codec<Value> {
  return { read: (value) => value, write: (json) => json as Value };
}

/** Accepted, and without effect on a server that is alone. */
export const ignored: Codec<never> = { read: () => undefined, write: () => undefined as never };

/** A number without NaN and infinity, which no request may carry. */
export const finite: Codec<number> = {
  read(value, where) {
    if (Number.isFinite(value)) return value;
    throw new InvalidArgument(`${where}: expected a finite number, got ${value}`);
  },
  write: (json) => Number(json),
};

/** How many of something: beyond 2^53 not exact, but still too many. */
export const count: Codec<bigint> = { read: Number, write: (json) => BigInt(json as number) };

/** A value of 64 bits, all of which count. */
export const integer: Codec<bigint> = { read: exact, write: (json) => BigInt(json as number | bigint) };

/** A number where it is exact. */
export function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/**
 * One of the words of an enum.
 * @param unset the value that stands for nothing, where there is one; in a field that is not optional it is also written
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
      throw new InvalidArgument(`${where}: expected ${listed(Object.keys(words))}, got the number ${value}`);
    },
    write(json) {
      const value = words[json as string];
      if (value === undefined) throw new Error(`no value of the enum is ${show(json)}`);
      return value;
    },
    ...(unset !== undefined && { absent: unset }),
  };
}

/** The same for an optional field: nothing is written for what is not given. */
export function optional<Message>({ read, write }: Codec<Message>): Codec<Message> {
  return { read, write };
}

/** @param nothing whether an empty list is as if none had been given */
export function list<Item>(item: Codec<Item>, nothing: "none" | "empty" = "empty"): Filling<Item[]> {
  return {
    read(items, where) {
      if (items.length === 0 && nothing === "none") return undefined;
      return items.map((one, index) => item.read(one, `${where}[${index}]`));
    },
    write: (json) => (json as unknown[]).map((one) => item.write(one)),
    get absent() {
      return [];
    },
  };
}

/** A list of floats that are no vector: plain numbers, however they came. */
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
      const json = new Fields();
      for (const [name, one] of items) json[name] = item.read(one, `${where}.${name}`);
      return json;
    },
    write: (json) => new Map(Object.entries(json as Json).map(([name, one]) => [name, item.write(one)])),
    get absent() {
      return new Map<string, Item>();
    },
  };
}

/** An optional field is left out when it is not given: clients refuse the number that an enum has for "unset" there. */
type Members<Message> = {
  readonly [Field in keyof Message]-?: undefined extends Message[Field]
    ? Codec<Exclude<Message[Field], undefined>> & { readonly absent?: never }
    : Codec<Message[Field]>;
};

/** As the name of a field: what it holds are members of the object around it. */
export const SPREAD = "...";

/** @param names of members whose field has another */
export function record<Message extends object>(
  fields: Members<Message>,
  names: { readonly [Field in keyof Message]?: string } = {},
): Codec<Message> {
  const all = Object.entries(fields).map(([field, codec]) => {
    return [
      field,
      (names as Record<string, string>)[field] ?? field,
      codec as Partial<Filling<unknown>> & Codec<unknown>,
    ] as const;
  });
  return {
    read(message, where) {
      const json: Json = {};
      for (const [field, name, codec] of all) {
        const value = (message as Json)[field];
        if (value === undefined) continue;
        const read = codec.read(value, within(where, field));
        if (read === undefined) continue;
        if (name === SPREAD) Object.assign(json, read);
        else json[name] = read;
      }
      return json;
    },
    write(json) {
      const message: Json = {};
      for (const [field, name, codec] of all) {
        const value = name === SPREAD ? json : (json as Json)[name];
        message[field] = value === undefined || value === null ? codec.absent : codec.write(value);
      }
      return message as Message;
    },
  };
}

interface OneOf {
  readonly $case: string;
  readonly value: unknown;
}

type ValueOf<Kind extends OneOf, Case> = Extract<Kind, { $case: Case }>["value"];
type Cases<Kind extends OneOf> = { readonly [Case in Kind["$case"]]: Codec<ValueOf<Kind, Case>> };

/** A oneof and what is in it. */
interface Choice<Kind extends OneOf> {
  read(kind: Kind | undefined, where: string): unknown;
  write(name: Kind["$case"], json: unknown): Kind;
}

/** One of several kinds. None of them is a mistake that is named. */
export function choice<Kind extends OneOf>(cases: Cases<Kind>): Choice<Kind> {
  const codecs = cases as unknown as Readonly<Record<string, Codec<unknown>>>;
  return {
    read(kind, where) {
      if (!kind)
        throw new InvalidArgument(`${where}: expected ${listed(Object.keys(codecs))}, got none of them`);
      return codecs[kind.$case]!.read(kind.value, within(where, kind.$case));
    },
    write: (name, json) => ({ $case: name, value: codecs[name]!.write(json) }) as unknown as Kind,
  };
}

/** One of several kinds, as an object whose only key says which: {scalar: {...}}. */
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

/** For what contains itself. */
export function lazy<Message>(codec: () => Codec<Message>): Codec<Message> {
  return {
    read: (message, where) => codec().read(message, where),
    write: (json) => codec().write(json),
  };
}

/** A message of one field, as what is in that. */
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

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
