// The codecs of every operation over gRPC for clients: they write requests and read responses.

import { resultCodec } from "../../../src/grpc/convert/answers.ts";
import type { Codec } from "../../../src/grpc/convert/codec.ts";
import { requestCodec, SERVICES } from "../../../src/grpc/rpcs.ts";

export interface ClientCodec {
  readonly request: Codec<never>;
  /** Returns the result of a message. */
  readonly answer: (message: never) => unknown;
}

export const CODECS: Readonly<Record<string, ClientCodec>> = Object.fromEntries(
  SERVICES.flatMap(({ definition, rpcs }) =>
    Object.entries(rpcs).flatMap(([key, rpc]) => {
      if ("unsupported" in rpc) return [];
      const { request, response } = definition[key]!;
      const { read } = resultCodec(response);
      const answer = (message: never) => asOverRest(rpc.operation, read(message, ""));
      return [[rpc.operation, { request: requestCodec(request) as Codec<never>, answer }]];
    }),
  ),
);

/** Adds what a message leaves out and REST has. */
function asOverRest(operation: string, result: unknown): unknown {
  if (operation === "scrollPoints") return { next_page_offset: null, ...(result as object) };
  // The response of Qdrant's service is empty.
  return operation === "deleteSnapshot" ? true : result;
}
