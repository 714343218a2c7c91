// The bare server for gRPC: grpc-js alone, in a process of its own, with the same response to every request. The
// decision: it neither decodes nor encodes messages, so a server's CPU time beyond this is its own work.

import { Server, ServerCredentials, type ServiceDefinition } from "@grpc/grpc-js";
import { asQdrant } from "../../../src/grpc/server.ts";
import { services } from "../../../src/grpc/wire/messages.ts";
import { answerParent } from "./child.ts";
import type { Floor } from "./floor.ts";

const { PointsService } = services;

const bytes = (same: Buffer) => same;

export const floor: Floor = {
  async serve(answer) {
    const method = { requestStream: false, responseStream: false } as const;
    const codecs = {
      requestSerialize: bytes,
      requestDeserialize: bytes,
      responseSerialize: bytes,
      responseDeserialize: bytes,
    };
    const fixed = Buffer.from(answer);
    const server = new Server();
    for (const { search } of [PointsService, asQdrant(PointsService)]) {
      const definition: ServiceDefinition = { search: { ...method, ...codecs, path: search!.path } };
      server.addService(definition, { search: (_call: unknown, done: Done) => done(null, fixed) });
    }
    return new Promise((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
  },
};

type Done = (error: null, answer: Buffer) => void;

answerParent(floor);
