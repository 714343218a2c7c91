// All definitions by their names, with the codecs of their messages.
import { MessageCodec } from "./codec.ts";
import { filesIn } from "./descriptor.ts";
import type { EnumSchema, FileSchema, ServiceSchema } from "./schema.ts";

export class Definitions {
  readonly files: readonly FileSchema[];
  readonly #messages = new Map<string, MessageCodec>();
  readonly #enums = new Map<string, EnumSchema>();
  readonly #services = new Map<string, ServiceSchema>();

  /**
   * @param image a google.protobuf.FileDescriptorSet
   * @param leftOut a package of which nothing is needed
   */
  constructor(image: Uint8Array, leftOut = "") {
    this.files = filesIn(image, leftOut);
    const resolve = (typeName: string) => this.message(typeName);
    for (const { messages, enums, services } of this.files) {
      for (const one of messages) this.#messages.set(one.typeName, new MessageCodec(one, resolve));
      for (const one of enums) this.#enums.set(one.typeName, one);
      for (const one of services) this.#services.set(one.typeName, one);
    }
  }

  /** @param typeName the full name, such as azimuth.v1.PointId */
  message(typeName: string): MessageCodec {
    return found(this.#messages, typeName);
  }

  enum(typeName: string): EnumSchema {
    return found(this.#enums, typeName);
  }

  service(typeName: string): ServiceSchema {
    return found(this.#services, typeName);
  }
}

function found<Value>(all: ReadonlyMap<string, Value>, typeName: string): Value {
  const one = all.get(typeName);
  if (one === undefined) throw new Error(`the definitions have no ${typeName}`);
  return one;
}
