// The codecs of every operation over gRPC for clients: they write requests and read responses.

import { resultCodec } from "../../../src/grpc/convert/answers.ts";
import type { Codec } from "../../../src/grpc/convert/codec.ts";
import { record } from "../../../src/grpc/convert/record.ts";
import type { Recall } from "../../../src/grpc/gen/azimuth.d.ts";
import { requestCodec, SERVICES } from "../../../src/grpc/rpcs.ts";
import { messages } from "../../../src/grpc/wire/messages.ts";

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

const { read: readRecall } = record(messages.Recall);

/** Returns the recall of a response, or those of a batch; undefined: it has none. */
export function recallIn({ recall }: { readonly recall?: Recall | readonly Recall[] }): unknown {
  if (!Array.isArray(recall)) return recall && asked(recall as Recall);
  return recall.length === 0 ? undefined : recall.map(asked);
}

/** In a batch an empty message stands for null; what is not known is left out. */
function asked(recall: Recall): unknown {
  return recall.asked === 0 ? null : { expected: null, ef: null, ...(readRecall(recall, "") as object) };
}

/** Adds what a message leaves out and REST has. */
function asOverRest(operation: string, result: unknown): unknown {
  if (operation === "scrollPoints") return { next_page_offset: null, ...(result as object) };
  // The response of Qdrant's service is empty.
  return operation === "deleteSnapshot" ? true : result;
}
