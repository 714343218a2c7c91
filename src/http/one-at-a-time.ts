// Runs the requests of one connection one after another.
// The decision: a client may send many requests before it reads a response, and responses are sent in the order of the
// requests. So the next request begins when the response before it has been sent: at most one request of a connection
// is in progress, and those that wait are dropped when the connection ends.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits of waiting requests. No client sends so many before it reads the first response, nor so much in their bodies,
 * for which no memory is reserved.
 */
const MOST_WAITING = 1_000;
const MOST_WAITING_BYTES = 2 ** 20;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begin: () => void;
  /** The bytes of its body, known when the next request has arrived. */
  bytes: number;
}

/** The waiting requests of one connection, in order of arrival. */
class Line {
  /** The response that is sent next. */
  #served: ServerResponse;
  readonly #waiting: Waiting[] = [];
  #bytes = 0;
  #hearsOfEnd = false;

  constructor(first: ServerResponse) {
    this.#served = first;
  }

  get isFree(): boolean {
    return this.#waiting.length === 0 && hasLeft(this.#served);
  }

  serve(response: ServerResponse): void {
    this.#served = response;
  }

  /** Resolves when all responses before this one have been sent, or the connection has ended. */
  wait(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const last = this.#waiting.at(-1);
    if (last) {
      last.bytes = last.request.readableLength;
      this.#bytes += last.bytes;
    }
    if (this.#waiting.length >= MOST_WAITING || this.#bytes > MOST_WAITING_BYTES) socket.destroy();
    if (!this.#hearsOfEnd) socket.once("close", () => this.#letAllGo());
    this.#hearsOfEnd = true;
    return new Promise((resolve) => {
      this.#waiting.push({ request, response, begin: resolve, bytes: 0 });
      if (this.#waiting.length === 1) this.#watch();
    });
  }

  /** Begins the next request when the response before it has been sent. */
  #watch(): void {
    const [first] = this.#waiting;
    if (!first) return;
    if (!hasLeft(this.#served)) {
      this.#served.once("close", () => this.#watch());
      return;
    }
    this.#waiting.shift();
    this.#bytes -= first.bytes;
    this.#served = first.response;
    first.begin();
    this.#watch();
  }

  #letAllGo(): void {
    for (const { begin } of this.#waiting.splice(0)) begin();
  }
}

function hasLeft(response: ServerResponse): boolean {
  return response.writableFinished || response.closed;
}

const lines = new WeakMap<Socket, Line>();

/** Returns a promise if the request has to wait for others of its connection, otherwise null. */
export function turnOf(request: IncomingMessage, response: ServerResponse): Promise<void> | null {
  const line = lines.get(request.socket);
  if (line === undefined) {
    lines.set(request.socket, new Line(response));
    return null;
  }
  if (line.isFree) {
    line.serve(response);
    return null;
  }
  return line.wait(request, response);
}
