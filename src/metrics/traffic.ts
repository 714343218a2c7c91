// What was asked of an edge and how it was answered: by endpoint and method, how often with which status, and how fast.
// The decision: an endpoint is a row of a table, never what a client wrote, so there are as many series as rows and no
// client can make one; what is at no row is counted together.
import { Histogram, LATENCY_BOUNDS } from "./histogram.ts";

export class Series {
  readonly endpoint: string;
  readonly method: string;
  readonly durations = new Histogram(LATENCY_BOUNDS);
  readonly #byStatus = new Map<number, number>();
  #failed = 0;

  constructor(endpoint: string, method: string) {
    this.endpoint = endpoint;
    this.method = method;
  }

  /** @param isFailure whether it was an error, of the client or of the server */
  note(status: number, isFailure: boolean, seconds: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    if (isFailure) this.#failed++;
    this.durations.note(seconds);
  }

  /** How often each status was answered. */
  get byStatus(): ReadonlyMap<number, number> {
    return this.#byStatus;
  }

  get failed(): number {
    return this.#failed;
  }
}

export class Traffic {
  readonly #series = new Map<string, Map<string, Series>>();

  /** @param endpoint of a table. @param method of the table, or a word for all others */
  series(endpoint: string, method: string): Series {
    const methods = this.#series.get(endpoint);
    const known = methods?.get(method);
    if (known) return known;
    const made = new Series(endpoint, method);
    if (methods) methods.set(method, made);
    else this.#series.set(endpoint, new Map([[method, made]]));
    return made;
  }

  /** Those that have been asked. */
  get all(): Series[] {
    return [...this.#series.values()].flatMap((methods) => [...methods.values()]);
  }
}

/** The traffic of REST and gRPC. */
export class Traffics {
  readonly rest = new Traffic();
  readonly grpc = new Traffic();
}
