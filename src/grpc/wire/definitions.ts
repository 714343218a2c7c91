// All definitions by name, with the codecs of their messages.
import { MessageCodec } from "./codec.ts";
import { filesIn } from "./descriptor.ts";
import type { FileSchema } from "./schema.ts";

export class Definitions {
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
      for (const one of messages) this.#messages.set(one.typeName, new MessageCodec(one, resolve));
    }
  }

  /** @param typeName the full name, such as azimuth.v1.PointId */
  message(typeName: string): MessageCodec {
    const one = this.#messages.get(typeName);
    if (one === undefined) throw new Error(`the definitions have no ${typeName}`);
    return one;
  }
}
