// The health protocol of gRPC: it tells whether the server, or one of its services, takes requests now.
// The decision: all services start and stop together, so there is one state; the empty name stands for the server.
import { type ServerUnaryCall, type ServerWritableStream, type sendUnaryData, status } from "@grpc/grpc-js";
import { sendable } from "./details.ts";
import type {
  HealthCheckRequest,
  HealthCheckResponse,
  HealthListRequest,
  HealthListResponse,
} from "./gen/health.d.ts";
import { healthProtocol } from "./wire/messages.ts";

const { HealthCheckResponse_ServingStatus: ServingStatus } = healthProtocol.enums;

type Watcher = ServerWritableStream<HealthCheckRequest, HealthCheckResponse>;

export class Health {
  readonly #names: ReadonlySet<string>;
  readonly #watchers = new Set<Watcher>();
  readonly #works: () => boolean;
  #serving = false;

  /**
   * @param services the full names of the services
   * @param works tells whether the database works; a server whose database has failed ends, and reports NOT_SERVING
   * until then
   */
  constructor(services: readonly string[], works: () => boolean = () => true) {
    this.#works = works;
    this.#names = new Set(["", ...services]);
  }

  /** Sets whether requests are taken, or refused because the server starts or stops, and tells all watchers. */
  set serving(serving: boolean) {
    if (serving === this.#serving) return;
    this.#serving = serving;
    for (const call of this.#watchers) if (this.#names.has(call.request.service)) call.write(this.#state);
  }

  /** Ends all calls that watch for changes, because the server could not close with an open one. */
  close(): void {
    for (const call of this.#watchers) call.end();
    this.#watchers.clear();
  }

  get handlers() {
    return {
      check: (
        call: ServerUnaryCall<HealthCheckRequest, HealthCheckResponse>,
        answer: sendUnaryData<HealthCheckResponse>,
      ) => this.#check(call.request.service, answer),
      list: (
        _call: ServerUnaryCall<HealthListRequest, HealthListResponse>,
        answer: sendUnaryData<HealthListResponse>,
      ) => {
        answer(null, { statuses: new Map(Array.from(this.#names, (name) => [name, this.#state])) });
      },
      watch: (call: Watcher) => this.#watch(call),
    };
  }

  get #state(): HealthCheckResponse {
    return { status: this.#serving && this.#works() ? ServingStatus.SERVING : ServingStatus.NOT_SERVING };
  }

  #check(service: string, answer: sendUnaryData<HealthCheckResponse>): void {
    if (this.#names.has(service)) answer(null, this.#state);
    else answer({ code: status.NOT_FOUND, details: sendable(`No service of this name: ${service}`) });
  }

  #watch(call: Watcher): void {
    this.#watchers.add(call);
    call.on("cancelled", () => this.#watchers.delete(call));
    const known = this.#names.has(call.request.service);
    call.write(known ? this.#state : { status: ServingStatus.SERVICE_UNKNOWN });
  }
}
