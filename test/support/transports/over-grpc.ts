// Calls over gRPC with a client of the project's definitions, whose messages are written and read with the codecs of
// the server in the other direction. The RPC of an operation is found in the rows of the server, so every RPC can be
// called.
import {
  type Client,
  credentials,
  Metadata,
  makeClientConstructor,
  type ServiceDefinition,
  type ServiceError,
} from "@grpc/grpc-js";
import { type ErrorCode, kindOf } from "../../../src/errors/table.ts";
import { SERVICES } from "../../../src/grpc/rpcs.ts";
import { asQdrant } from "../../../src/grpc/server.ts";
import { CODECS, recallIn } from "./grpc-codecs.ts";
import { spelledOut } from "./spelled-out.ts";
import { asRead, type Headers, operationOf, Refused, resultWith, type Transport } from "./transport.ts";

/** The RPC of an operation: its service and the key of its definition. */
export interface Served {
  readonly service: (typeof SERVICES)[number];
  readonly method: string;
}

/** RPCs by the id of the operation. */
export const SERVED: ReadonlyMap<string, Served> = new Map(
  SERVICES.flatMap((service) =>
    Object.entries(service.rpcs).flatMap(([method, rpc]) =>
      "operation" in rpc ? [[rpc.operation, { service, method }] as const] : [],
    ),
  ),
);

type Unary = (
  message: unknown,
  metadata: Metadata,
  options: CallOptions,
  done: (error: ServiceError | null, answer: unknown) => void,
) => { cancel(): void };

export interface CallOptions {
  readonly deadline?: Date;
}

export class OverGrpc implements Transport {
  readonly name: string;
  readonly #clients = new Map<Served["service"], Client>();

  /** @param address in the form of grpc-js */
  constructor(address: string, dialect: "azimuth.v1" | "qdrant" = "azimuth.v1") {
    this.name = `gRPC, ${dialect}`;
    for (const service of SERVICES) {
      if (dialect === "qdrant" && !service.isTheirs) continue;
      const definition = dialect === "qdrant" ? asQdrant(service.definition) : service.definition;
      this.#clients.set(service, clientOf(definition, address));
    }
  }

  async call(id: string, request: object, headers: Headers = {}): Promise<unknown> {
    const served = SERVED.get(id);
    const codec = CODECS[id];
    if (!served || !codec) throw new Error(`${id} cannot be called over gRPC`);
    const message = codec.request.write(spelledOut(asRead(operationOf(id), request))) as object;
    const understood = codec.request.read(message as never, "") as object;
    const lost = Object.keys(request).filter((name) => !(name in understood));
    if (lost.length > 0) throw new Error(`${id} has no field for ${lost.join(", ")}`);
    const answer = await this.start(served, message, headers).answered;
    return resultWith(codec.answer(answer as never), recallIn(answer as object));
  }

  /** Starts a call that can be cancelled. */
  start(
    { service, method }: Served,
    message: object,
    headers: Headers = {},
    options: CallOptions = {},
  ): { cancel(): void; answered: Promise<unknown> } {
    const client = this.#clients.get(service);
    if (!client) throw new Error(`there is no service of ${method} in ${this.name}`);
    const metadata = Metadata.fromHttp2Headers(headers);
    let cancel = () => {};
    const answered = new Promise((done, failed) => {
      const unary = (client as unknown as Record<string, Unary>)[method]!.bind(client);
      const call = unary(message, metadata, options, (error, answer) => {
        if (error) failed(new Refused(error.code, error.details));
        else done(answer);
      });
      cancel = () => call.cancel();
    });
    return { cancel: () => cancel(), answered };
  }

  codesOf(code: ErrorCode): number {
    return kindOf(code).grpc;
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }
}

export function clientOf(definition: ServiceDefinition, address: string): Client {
  return new (makeClientConstructor(definition, "Test"))(address, credentials.createInsecure());
}
