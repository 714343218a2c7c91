// The codec of a message, made from its definition.
// The decision: only fields whose JSON has another form than their type are given a codec. A field of an enum, a oneof,
// a map or a vector without one is refused when the module is loaded, so none can be forgotten.
import type { MessageCodec } from "../wire/codec.ts";
import { FieldType } from "../wire/scalars.ts";
import type { FieldSchema } from "../wire/schema.ts";
import {
  type Codec,
  count,
  type Filling,
  finite,
  flag,
  integer,
  type Json,
  list,
  only,
  small,
  text,
  within,
} from "./codec.ts";

/**
 * Codecs of fields of a message. A missing optional field is not written, because clients refuse the number of "unset"
 * there.
 */
export type MemberCodecs<Message> = {
  readonly [Field in keyof Message]?: undefined extends Message[Field]
    ? Codec<Exclude<Message[Field], undefined>> & { readonly absent?: never }
    : Codec<Message[Field]>;
};

export type Names<Message> = { readonly [Field in keyof Message]?: string };

/** The codecs of types that are the same on both sides. */
const PLAIN: Readonly<Record<number, unknown>> = {
  [FieldType.STRING]: text,
  [FieldType.BOOL]: flag,
  [FieldType.INT32]: small,
  [FieldType.UINT32]: small,
  [FieldType.INT64]: integer,
  [FieldType.UINT64]: count,
  [FieldType.FLOAT]: finite,
  [FieldType.DOUBLE]: finite,
};

/** Returns the codec of a field: one of `fields`, or that of its type. @throws if it needs a codec and has none */
function codecOf(message: MessageCodec, field: FieldSchema, fields: object): Codec<unknown> {
  const { name, type, isList, oneof } = field;
  const given = (fields as Record<string, Codec<unknown>>)[oneof ?? name];
  if (given) return given;
  const nested = message.inside(field.number)?.codec;
  const item = nested && !nested.schema.isMapEntry ? record(nested) : PLAIN[type];
  const isFloats = isList && type === FieldType.FLOAT;
  if (!item || oneof !== null || isFloats)
    throw new Error(`${message.schema.typeName}.${name} needs a codec`);
  return (isList ? list(item as Codec<unknown>) : item) as Codec<unknown>;
}

/** The name of a field whose members become members of the object that contains it. */
export const SPREAD = "...";

/**
 * Makes the codec of a message.
 * @param fields codecs of fields whose JSON has another form than their type
 * @param names of members that differ from the names of their fields
 * @throws for a field that needs a codec and has none
 */
export function record<Message extends object>(
  definition: MessageCodec<Message>,
  fields: MemberCodecs<Message> = {},
  names: Names<Message> = {},
): Codec<Message> {
  const codecs = definition.schema.fields.map((field) => [
    field.oneof ?? field.name,
    codecOf(definition, field, fields),
  ]);
  return members(Object.fromEntries(codecs), names);
}

/** Makes the codec of a message whose JSON is that of one of its fields. @param fields as for `record` */
export function wrapper<Message extends object>(
  definition: MessageCodec<Message>,
  name: keyof Message & string,
  fields: MemberCodecs<Message> = {},
): Codec<Message> {
  const field = definition.schema.fields.find((one) => one.name === name)!;
  return only(name, codecOf(definition, field, fields)) as unknown as Codec<Message>;
}

/** Makes the codec of a message from those of all of its fields. */
export function members<Message extends object>(fields: object, names: Names<Message> = {}): Codec<Message> {
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
