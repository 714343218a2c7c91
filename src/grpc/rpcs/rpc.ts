// An RPC: an operation of the table, with the conversions of its request and its response.
// The decision: nothing else about an operation is stated here. Permissions, validation, texts and statuses come from
// its row, so a call over gRPC is admitted, read and refused like a request over REST.
import type { Permission } from "../../api/operation.ts";
import type { Codec } from "../convert/codec.ts";
import type { Large } from "../convert/large.ts";
import type { Methods } from "../wire/messages.ts";

/** Converts a message to the object that `invoke` takes, which is the parsed body of REST. @throws InvalidArgument */
type Decoding = (message: never) => object;

/** Converts a result to a message. @param seconds that the server took */
interface Encoding {
  (result: never, seconds: number): unknown;
  /** Encodes a large result in parts. */
  readonly large?: Large;
}

export interface Rpc {
  /** Its id in the operation table. */
  readonly operation: string;
  readonly decode: Decoding;
  readonly encode: Encoding;
  /** Defaults in the package `qdrant` for fields that a message leaves out. */
  readonly inQdrant?: object;
}

/** An RPC that clients know and this server lacks. Its callers are checked like those of others. */
export interface UnsupportedRpc {
  readonly unsupported: string;
  readonly permission: Permission;
}

/** A service of the package `azimuth.v1` with its methods. */
export interface Service {
  readonly definition: Methods;
  /** True if Qdrant has it, too. */
  readonly isTheirs: boolean;
  readonly rpcs: Readonly<Record<string, Rpc | UnsupportedRpc>>;
}

type Messages<D> = {
  readonly [K in keyof D]: D[K] extends {
    readonly requestDeserialize: (bytes: Buffer) => infer Message;
    readonly responseDeserialize: (bytes: Buffer) => infer Answer;
  }
    ?
        | UnsupportedRpc
        | {
            readonly operation: string;
            readonly decode: (message: Message) => object;
            readonly encode: (result: never, seconds: number) => Answer;
            readonly inQdrant?: object;
          }
    : never;
};

/**
 * Defines all methods of a service; it does not compile if one is missing.
 * @param isTheirs whether Qdrant has the service, too
 */
export function service<D extends Methods>(
  definition: D,
  rpcs: Messages<D>,
  isTheirs: "qdrant" | "ours" = "ours",
): Service {
  return { definition, isTheirs: isTheirs === "qdrant", rpcs: rpcs as unknown as Service["rpcs"] };
}

/** Returns the row of a method: its operation, how its message becomes a request, and its result an answer. */
export function call<Decode, Encode>(operation: string, decode: Decode, encode: Encode) {
  return { operation, decode, encode };
}

/** Decodes a message whose fields are those of the request. */
export function fields<Message>(codec: Codec<Message>): (message: Message) => object {
  return (message) => codec.read(message, "") as object;
}

/** Decodes an empty message. */
export function nothing(): object {
  return {};
}
