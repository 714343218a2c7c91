// The plan of a message: its fields in the form that the codec needs, by tag for reading and in order for writing.
// The decision: a plan is data that one reader and one writer interpret (codec.ts). No code is generated at run time,
// which a policy may forbid and a bundler cannot see; and a function for each field would be called through a pointer,
// which takes longer than a switch.
import { WireType } from "./reader.ts";
import { FieldType, scalarOf } from "./scalars.ts";
import type { FieldSchema, MessageSchema } from "./schema.ts";

export type Members = Record<string, unknown>;

export const Shape = { ONE: 0, ONEOF: 1, LIST: 2, PACKED: 3, FLOATS: 4, MAP: 5 } as const;

export interface Field {
  /** Its member in the message; for a oneof the name of that. */
  readonly member: string;
  readonly shape: number;
  /** One of FieldType: the type of the value, of the items of a list, or of the values of a map. */
  readonly type: number;
  /** The tag that it is written with. */
  readonly tag: number;
  /** The value of the member if none is given. */
  readonly absent: unknown;
  /** The name of the case in a oneof. */
  readonly name: string;
  /** The codec of the message that it holds. */
  readonly nested: Nested | null;
  readonly key: Field | null;
  readonly value: Field | null;
  /** The fields of a oneof, for writing. */
  readonly cases: Map<string, Field> | null;
}

interface Nested {
  readonly schema: MessageSchema;
  readonly plan: Plan;
}

export interface Plan {
  /** Makes a message without members of its own: members that were not given are found on its prototype. */
  readonly Message: new () => Members;
  readonly byTag: (Field | undefined)[];
  readonly fields: readonly Field[];
}

/** Finds the codec of a message by its full name. */
type Resolve = (typeName: string) => Nested;

/** The values of lists and maps that were not given. They are never changed. */
export const NO_ITEMS: readonly unknown[] = Object.freeze([]);
export const NO_ENTRIES: ReadonlyMap<unknown, unknown> = new Map();

export function planOf(schemas: readonly FieldSchema[], resolve: Resolve): Plan {
  const byTag: (Field | undefined)[] = [];
  const fields: Field[] = [];
  const oneofs = new Map<string, Map<string, Field>>();
  for (const schema of schemas) {
    const field = fieldOf(schema, resolve);
    byTag[field.tag] = field;
    if (schema.isList && wireOf(schema.type) !== WireType.LENGTH) {
      const list = { ...field, shape: Shape.LIST };
      const floats = schema.type === FieldType.FLOAT;
      byTag[tagOf(schema.number, wireOf(schema.type))] = floats ? { ...field, shape: Shape.FLOATS } : list;
      byTag[tagOf(schema.number, WireType.LENGTH)] = {
        ...field,
        shape: floats ? Shape.FLOATS : Shape.PACKED,
      };
    }
    if (schema.oneof === null) fields.push(field);
    else {
      let cases = oneofs.get(schema.oneof);
      if (!cases) {
        cases = new Map();
        oneofs.set(schema.oneof, cases);
        fields.push({ ...field, cases });
      }
      cases.set(schema.name, field);
    }
  }
  class Message {}
  for (const { member, absent } of fields) (Message.prototype as Members)[member] = absent;
  return { Message: Message as new () => Members, byTag, fields };
}

function fieldOf(schema: FieldSchema, resolve: Resolve): Field {
  const { name, number, type, typeName, isList, isPacked, isOptional, oneof } = schema;
  const nested = type === FieldType.MESSAGE ? resolve(typeName) : null;
  const [key, value] = nested?.schema.isMapEntry
    ? nested.schema.fields.map((member) => fieldOf(member, resolve))
    : [null, null];
  const shape =
    oneof !== null
      ? Shape.ONEOF
      : key
        ? Shape.MAP
        : !isList
          ? Shape.ONE
          : type === FieldType.FLOAT
            ? Shape.FLOATS
            : isPacked
              ? Shape.PACKED
              : Shape.LIST;
  const absent =
    oneof !== null
      ? undefined
      : key
        ? NO_ENTRIES
        : isList
          ? NO_ITEMS
          : isOptional
            ? undefined
            : scalarOf(type).absent;
  return {
    member: oneof ?? name,
    shape,
    type,
    tag: tagOf(number, isPacked ? WireType.LENGTH : wireOf(type)),
    absent,
    name,
    nested,
    key: key ?? null,
    value: value ?? null,
    cases: null,
  };
}

function wireOf(type: number): number {
  return type === FieldType.MESSAGE ? WireType.LENGTH : scalarOf(type).wire;
}

function tagOf(number: number, wire: number): number {
  return (number << 3) | wire;
}
