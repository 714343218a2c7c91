// Definitions of messages, enums and services.

export interface FieldSchema {
  readonly name: string;
  readonly number: number;
  /** One of FieldType. */
  readonly type: number;
  /** The full name of its message or enum; "" for a scalar. */
  readonly typeName: string;
  readonly isList: boolean;
  /** True if a list of scalars is written in one piece. */
  readonly isPacked: boolean;
  /** True if a value that was not given differs from one that is zero or empty. */
  readonly isOptional: boolean;
  /** The name of its oneof; null: none. */
  readonly oneof: string | null;
}

export interface MessageSchema {
  readonly typeName: string;
  readonly fields: readonly FieldSchema[];
  /** True for an entry of a map, which is a list of messages with a key, 1, and a value, 2. */
  readonly isMapEntry: boolean;
}

export interface EnumSchema {
  readonly typeName: string;
  readonly values: Readonly<Record<string, number>>;
}

export interface MethodSchema {
  readonly name: string;
  /** Full names of messages. */
  readonly request: string;
  readonly response: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
}

interface ServiceSchema {
  readonly typeName: string;
  readonly methods: readonly MethodSchema[];
}

export interface FileSchema {
  readonly name: string;
  /** A google.protobuf.FileDescriptorProto. */
  readonly bytes: Uint8Array;
  readonly package: string;
  /** Names of the files that it imports. */
  readonly imports: readonly string[];
  /** All messages, nested ones included. */
  readonly messages: readonly MessageSchema[];
  readonly enums: readonly EnumSchema[];
  readonly services: readonly ServiceSchema[];
}
