// What a remote procedure is: an operation of the table, and how its message becomes a request and its result an answer.
// The decision: nothing else about an operation is said here. Permissions, checks, texts and statuses come from its row, so
// a call over gRPC is let in, understood and refused as one over REST.
import type { Permission } from "../../api/operation.ts";
import type { Codec } from "../convert/codec.ts";
import type { Large } from "../convert/large.ts";
import type { Methods } from "../wire/messages.ts";
import type { Reading } from "../wire/split.ts";

/** The object that `invoke` takes, as a REST body would be after reading. @throws InvalidArgument */
interface Decoding {
  (message: never): object;
  /** How it is made from the bytes of a large message. */
  readonly large?: Reading;
}

/** Makes a message of a result. @param seconds that the server took */
interface Encoding {
  (result: never, seconds: number): unknown;
  /** How it is done in parts, where it can be much. */
  readonly large?: Large;
}

export interface Rpc {
  /** Its id in the operation table. */
  readonly operation: string;
  readonly decode: Decoding;
  readonly encode: Encoding;
  /** What holds in the package `qdrant` where a message does not say. */
  readonly inQdrant?: object;
}

/** One that clients know and this server does not have; whoever asks has to be let in first all the same. */
export interface Unserved {
  readonly unserved: string;
  readonly permission: Permission;
}

/** A service of the package `azimuth.v1`, and what its methods do. */
export interface Service {
  readonly definition: Methods;
  /** Whether Qdrant has it, too. */
  readonly isTheirs: boolean;
  readonly rpcs: Readonly<Record<string, Rpc | Unserved>>;
}

type Messages<D> = {
  readonly [K in keyof D]: D[K] extends {
    readonly requestDeserialize: (bytes: Buffer) => infer Message;
    readonly responseDeserialize: (bytes: Buffer) => infer Answer;
  }
    ?
        | Unserved
        | {
            readonly operation: string;
            readonly decode: (message: Message) => object;
            readonly encode: (result: never, seconds: number) => Answer;
            readonly inQdrant?: object;
          }
    : never;
};

/**
 * Says for every method of a service what it does; one that is left out does not compile.
 * @param isTheirs whether Qdrant has it, too
 */
export function service<D extends Methods>(
  definition: D,
  rpcs: Messages<D>,
  isTheirs: "qdrant" | "ours" = "ours",
): Service {
  return { definition, isTheirs: isTheirs === "qdrant", rpcs: rpcs as unknown as Service["rpcs"] };
}

/** A message whose fields make a request. @param large how it is read when it is large */
export function fields<Message>(
  codec: Codec<Message>,
  large?: Reading,
): ((message: Message) => object) & { readonly large?: Reading } {
  const read = (message: Message) => codec.read(message, "") as object;
  return Object.assign(read, large && { large });
}

/** A message that says nothing. */
export function nothing(): object {
  return {};
}
