// A real gRPC server on a free port and a real client; both end with the test.
import {
  type Client,
  credentials,
  makeClientConstructor,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type ServiceError,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import type { Gate } from "../../src/grpc/incoming-call.ts";
import { intake } from "../../src/grpc/intake.ts";
import { MemoryLimit } from "../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../src/memory/request-budget.ts";

const UNLIMITED = new RequestBudget(
  Number.MAX_SAFE_INTEGER,
  "calls are under way",
  MemoryLimit.unlimited(),
  0,
);

type Service = readonly [definition: ServiceDefinition, handlers: UntypedServiceImplementation];

export class GrpcFixture {
  readonly #server: Server;
  readonly #clients: Client[] = [];
  port = 0;

  private constructor(gates: ReadonlyMap<string, Gate>) {
    this.#server = new Server({ interceptors: [intake(gates, UNLIMITED)] });
  }

  /** @param gates by the path of the method; other methods take small messages only */
  static async serving(
    services: readonly Service[],
    gates: ReadonlyMap<string, Gate> = new Map(),
  ): Promise<GrpcFixture> {
    const fixture = new GrpcFixture(gates);
    for (const [definition, handlers] of services) fixture.#server.addService(definition, handlers);
    fixture.port = await new Promise<number>((done, failed) => {
      const insecure = ServerCredentials.createInsecure();
      fixture.#server.bindAsync("127.0.0.1:0", insecure, (error, port) =>
        error ? failed(error) : done(port),
      );
    });
    return fixture;
  }

  client(definition: ServiceDefinition): Client {
    const client = new (makeClientConstructor(definition, "Test"))(
      `127.0.0.1:${this.port}`,
      credentials.createInsecure(),
    );
    this.#clients.push(client);
    return client;
  }

  /** Ends the server in order, which fails while a call is open. */
  async end(): Promise<void> {
    await new Promise<void>((done, failed) => {
      this.#server.tryShutdown((error) => (error ? failed(error) : done()));
      for (const client of this.#clients) client.close();
    });
  }

  kill(): void {
    for (const client of this.#clients) client.close();
    this.#server.forceShutdown();
  }
}

type Unary = (request: unknown, done: (error: ServiceError | null, answer: unknown) => void) => void;

/** Makes one call. */
export function ask<Answer>(client: Client, method: string, request: unknown): Promise<Answer> {
  const call = (client as unknown as Record<string, Unary>)[method]!.bind(client);
  return new Promise((done, failed) =>
    call(request, (error, answer) => (error ? failed(error) : done(answer as Answer))),
  );
}

/** Returns the error of a call that must fail. */
export async function refusalOf(client: Client, method: string, request: unknown): Promise<ServiceError> {
  return ask(client, method, request).then(
    () => {
      throw new Error(`${method} was answered`);
    },
    (error: ServiceError) => error,
  );
}
