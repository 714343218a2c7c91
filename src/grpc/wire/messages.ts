// Messages, enums and services of the definitions, with their types.
// The decision: only types are generated (gen/*.d.ts). Everything at run time is found by its name in the descriptors
// that reflection also sends. `npm run gen` makes types and descriptors from the same definitions, and a test makes
// them again and compares.
import type { MethodDefinition, ServiceDefinition } from "@grpc/grpc-js";
import type * as Azimuth from "../gen/azimuth.d.ts";
import { DESCRIPTORS } from "../gen/descriptors.ts";
import type * as Health from "../gen/health.d.ts";
import type * as Reflection from "../gen/reflection.d.ts";
import { MessageCodec } from "./codec.ts";
import { filesIn } from "./descriptor.ts";
import type { FileSchema, MethodSchema } from "./schema.ts";

export interface MethodCodecs {
  readonly request: MessageCodec;
  readonly response: MessageCodec;
}

/** A service as grpc-js takes it, with the codecs of its messages. */
export type Methods = ServiceDefinition & Readonly<Record<string, MethodCodecs>>;

interface Method<Request extends object, Response extends object>
  extends MethodDefinition<Request, Response>,
    MethodCodecs {
  readonly request: MessageCodec<Request>;
  readonly response: MessageCodec<Response>;
}

type Codecs<Messages> = {
  readonly [Name in keyof Messages]: Messages[Name] extends object ? MessageCodec<Messages[Name]> : never;
};
type MethodsOf<Pairs> = {
  readonly [Name in keyof Pairs]: Pairs[Name] extends readonly [
    infer Request extends object,
    infer Response extends object,
  ]
    ? Method<Request, Response>
    : never;
};
type ServicesOf<Services> = { readonly [Name in keyof Services]: MethodsOf<Services[Name]> };

interface Package<Messages, Enums, Services> {
  readonly messages: Codecs<Messages>;
  readonly enums: Enums;
  readonly services: ServicesOf<Services>;
}

/** All definitions by name, with the codecs of their messages. */
class Definitions {
  readonly files: readonly FileSchema[];
  readonly #messages = new Map<string, MessageCodec>();

  /**
   * @param image a google.protobuf.FileDescriptorSet
   * @param leftOut a package that is not needed
   */
  constructor(image: Uint8Array, leftOut = "") {
    this.files = filesIn(image, leftOut);
    const resolve = (typeName: string) => this.message(typeName);
    for (const { messages } of this.files) {
      for (const schema of messages) this.#messages.set(schema.typeName, new MessageCodec(schema, resolve));
    }
  }

  /** @param typeName the full name, such as azimuth.v1.PointId */
  message(typeName: string): MessageCodec {
    const codec = this.#messages.get(typeName);
    if (codec === undefined) throw new Error(`the definitions have no ${typeName}`);
    return codec;
  }
}

// Messages of the package qdrant have the wire format of ours (proto/derive.ts).
const definitions = new Definitions(Buffer.from(DESCRIPTORS, "base64"), "qdrant");

const OURS = "azimuth.v1";

/** @param names of packages whose types are declared together */
function packageOf<Messages, Enums, Services>(
  ...names: readonly string[]
): Package<Messages, Enums, Services> {
  const files = definitions.files.filter((file) => names.includes(file.package));
  const pairs = <Schema extends { readonly typeName: string }, Value>(
    schemas: (file: (typeof files)[number]) => readonly Schema[],
    value: (schema: Schema) => Value,
    suffix = "",
  ) =>
    Object.fromEntries(
      files.flatMap((file) =>
        schemas(file).map(
          (schema) => [localName(schema.typeName, file.package) + suffix, value(schema)] as const,
        ),
      ),
    );
  return {
    messages: pairs(
      ({ messages }) => messages,
      ({ typeName }) => definitions.message(typeName),
    ),
    enums: pairs(
      ({ enums }) => enums,
      ({ values }) => values,
    ),
    services: pairs(
      ({ services }) => services,
      ({ typeName, methods }) =>
        Object.fromEntries(methods.map((method) => [keyOf(method.name), methodOf(typeName, method)])),
      "Service",
    ),
  } as unknown as Package<Messages, Enums, Services>;
}

/** Returns a name without its package; a type within another is Outer_Inner. */
function localName(typeName: string, name: string): string {
  return typeName.slice(name.length + 1).replaceAll(".", "_");
}

function keyOf(name: string): string {
  return name[0]!.toLowerCase() + name.slice(1);
}

function methodOf(service: string, schema: MethodSchema): Method<object, object> {
  const [request, response] = [definitions.message(schema.request), definitions.message(schema.response)];
  return {
    path: `/${service}/${schema.name}`,
    requestStream: schema.requestStream,
    responseStream: schema.responseStream,
    requestSerialize: (message) => request.encode(message),
    requestDeserialize: (bytes) => request.decode(bytes),
    responseSerialize: (message) => response.encode(message),
    responseDeserialize: (bytes) => response.decode(bytes),
    request,
    response,
  };
}

/** The name of a message of ours without its package. */
export type MessageName = keyof Azimuth.Messages;

export function nameOf({ schema }: MessageCodec): MessageName {
  return localName(schema.typeName, OURS) as MessageName;
}

export const { messages, enums, services } = packageOf<Azimuth.Messages, Azimuth.Enums, Azimuth.Services>(
  OURS,
  "google.protobuf",
);
export const healthProtocol = packageOf<Health.Messages, Health.Enums, Health.Services>("grpc.health.v1");
/** The reflection protocol under its older name. */
export const olderReflectionProtocol = packageOf<Reflection.Messages, Reflection.Enums, Reflection.Services>(
  "grpc.reflection.v1alpha",
);
export const reflectionProtocol = packageOf<Reflection.Messages, Reflection.Enums, Reflection.Services>(
  "grpc.reflection.v1",
);
