// Reads definitions from a google.protobuf.FileDescriptorSet.
// The decision: descriptors are themselves messages, so codec.ts reads them. The few fields of descriptor.proto that
// are needed are listed below; all others are skipped. A library that reads everything takes a quarter of a second, at
// each start of the server.
import { MessageCodec } from "./codec.ts";
import { FieldType } from "./scalars.ts";
import type { EnumSchema, FieldSchema, FileSchema, MessageSchema, MethodSchema } from "./schema.ts";

type Listed = readonly [name: string, number: number, type: number | string, label?: "list" | "optional"];

const { STRING, INT32, BOOL, BYTES } = FieldType;

/** Messages of google/protobuf/descriptor.proto. A type that is a text is another message of this list. */
const DESCRIPTOR: Readonly<Record<string, readonly Listed[]>> = {
  Set: [["file", 1, BYTES, "list"]],
  Head: [["package", 2, STRING]],
  File: [
    ["name", 1, STRING],
    ["package", 2, STRING],
    ["dependency", 3, STRING, "list"],
    ["message_type", 4, "Message", "list"],
    ["enum_type", 5, "Enum", "list"],
    ["service", 6, "Service", "list"],
  ],
  Message: [
    ["name", 1, STRING],
    ["field", 2, BYTES, "list"],
    ["nested_type", 3, "Message", "list"],
    ["enum_type", 4, "Enum", "list"],
    ["options", 7, "MessageOptions", "optional"],
    ["oneof_decl", 8, "Oneof", "list"],
  ],
  MessageOptions: [["map_entry", 7, BOOL]],
  Field: [
    ["name", 1, STRING],
    ["number", 3, INT32],
    ["label", 4, INT32],
    ["type", 5, INT32],
    ["type_name", 6, STRING],
    ["options", 8, "FieldOptions", "optional"],
    ["oneof_index", 9, INT32, "optional"],
    ["proto3_optional", 17, BOOL],
  ],
  FieldOptions: [["packed", 2, BOOL, "optional"]],
  Oneof: [["name", 1, STRING]],
  Enum: [
    ["name", 1, STRING],
    ["value", 2, "EnumValue", "list"],
  ],
  EnumValue: [
    ["name", 1, STRING],
    ["number", 2, INT32],
  ],
  Service: [
    ["name", 1, STRING],
    ["method", 2, "Method", "list"],
  ],
  Method: [
    ["name", 1, STRING],
    ["input_type", 2, STRING],
    ["output_type", 3, STRING],
    ["client_streaming", 5, BOOL],
    ["server_streaming", 6, BOOL],
  ],
};

interface Named {
  readonly name: string;
}
interface FieldMessage extends Named {
  readonly number: number;
  readonly label: number;
  readonly type: number;
  readonly type_name: string;
  readonly options: { readonly packed: boolean | undefined } | undefined;
  readonly oneof_index: number | undefined;
  readonly proto3_optional: boolean;
}
interface EnumMessage extends Named {
  readonly value: readonly { readonly name: string; readonly number: number }[];
}
interface MessageMessage extends Named {
  /** Bytes that are decoded when a message of the type is first used. */
  readonly field: readonly Uint8Array[];
  readonly nested_type: readonly MessageMessage[];
  readonly enum_type: readonly EnumMessage[];
  readonly options: { readonly map_entry: boolean } | undefined;
  readonly oneof_decl: readonly Named[];
}
interface MethodMessage extends Named {
  readonly input_type: string;
  readonly output_type: string;
  readonly client_streaming: boolean;
  readonly server_streaming: boolean;
}
interface FileMessage extends Named {
  readonly package: string;
  readonly dependency: readonly string[];
  readonly message_type: readonly MessageMessage[];
  readonly enum_type: readonly EnumMessage[];
  readonly service: readonly { readonly name: string; readonly method: readonly MethodMessage[] }[];
}

const LABEL_REPEATED = 3;

const descriptorCodecs = new Map<string, MessageCodec>();

function descriptorCodec<Message extends object>(name: string): MessageCodec<Message> {
  let codec = descriptorCodecs.get(name);
  if (!codec) {
    const fields = DESCRIPTOR[name]!.map(([name, number, type, label]) => ({
      name,
      number,
      type: typeof type === "string" ? FieldType.MESSAGE : type,
      typeName: typeof type === "string" ? type : "",
      isList: label === "list",
      isPacked: false,
      isOptional: label === "optional",
      oneof: null,
    }));
    codec = new MessageCodec({ typeName: name, fields, isMapEntry: false }, descriptorCodec);
    descriptorCodecs.set(name, codec);
  }
  return codec as MessageCodec<Message>;
}

/** @param image a google.protobuf.FileDescriptorSet @returns its files, without those of the package `leftOut` */
export function filesIn(image: Uint8Array, leftOut?: string): readonly FileSchema[] {
  const head = descriptorCodec<{ package: string }>("Head");
  const { file } = descriptorCodec<{ file: Uint8Array[] }>("Set").decode(image);
  return file.filter((bytes) => head.decode(bytes).package !== leftOut).map(fileSchema);
}

/** @param bytes a google.protobuf.FileDescriptorProto */
function fileSchema(bytes: Uint8Array): FileSchema {
  const file = descriptorCodec<FileMessage>("File").decode(bytes);
  const messages: MessageSchema[] = [];
  const enums = file.enum_type.map((type) => enumSchema(type, file.package));
  const add = (message: MessageMessage, scope: string) => {
    const typeName = `${scope}.${message.name}`;
    messages.push(messageSchema(typeName, message));
    enums.push(...message.enum_type.map((type) => enumSchema(type, typeName)));
    for (const nested of message.nested_type) add(nested, typeName);
  };
  for (const message of file.message_type) add(message, file.package);
  const services = file.service.map(({ name, method }) => ({
    typeName: `${file.package}.${name}`,
    methods: method.map(methodSchema),
  }));
  return {
    name: file.name,
    package: file.package,
    imports: file.dependency,
    messages,
    enums,
    services,
    bytes,
  };
}

function messageSchema(typeName: string, message: MessageMessage): MessageSchema {
  const fieldCodec = descriptorCodec<FieldMessage>("Field");
  let fields: readonly FieldSchema[] | undefined;
  return {
    typeName,
    isMapEntry: message.options?.map_entry ?? false,
    get fields() {
      fields ??= message.field.map((bytes) => fieldSchema(fieldCodec.decode(bytes), message));
      return fields;
    },
  };
}

function fieldSchema(field: FieldMessage, message: MessageMessage): FieldSchema {
  const { name, number, type, type_name, options, oneof_index, proto3_optional } = field;
  const isList = field.label === LABEL_REPEATED;
  // The compiler puts an optional field into a oneof of its own.
  const oneof = oneof_index === undefined || proto3_optional ? null : message.oneof_decl[oneof_index]!.name;
  return {
    name,
    number,
    type,
    typeName: type_name.slice(1),
    isList,
    isPacked: isList && isPackable(type) && (options?.packed ?? true),
    isOptional: proto3_optional || type === FieldType.MESSAGE,
    oneof,
  };
}

function isPackable(type: number): boolean {
  return type !== FieldType.MESSAGE && type !== STRING && type !== BYTES;
}

function enumSchema({ name, value }: EnumMessage, scope: string): EnumSchema {
  const values = Object.fromEntries(value.map((entry) => [entry.name, entry.number]));
  return { typeName: `${scope}.${name}`, values };
}

function methodSchema(method: MethodMessage): MethodSchema {
  return {
    name: method.name,
    request: method.input_type.slice(1),
    response: method.output_type.slice(1),
    requestStream: method.client_streaming,
    responseStream: method.server_streaming,
  };
}
