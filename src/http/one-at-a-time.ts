// Runs the requests of one connection one after another.
// The decision: a client may send many requests before it reads a response, and responses are sent in the order of the
// requests. So the next request begins when the response before it has been sent: at most one request of a connection
// is in progress, and those that wait are dropped when the connection ends.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits of waiting requests. No client sends more requests before it reads the first response, nor more bytes in their
 * bodies, for which no memory is reserved.
 */
const MAX_WAITING_REQUESTS = 1_000;
const MAX_WAITING_BYTES = 2 ** 20;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begin: () => void;
  /** The bytes of its body, known when the next request has arrived. */
  bytes: number;
}

/** The waiting requests of one connection, in order of arrival. */
class RequestQueue {
  #current: ServerResponse;
  readonly #waiting: Waiting[] = [];
  #bytes = 0;
  #listensForClose = false;

  constructor(first: ServerResponse) {
    this.#current = first;
  }

  get isFree(): boolean {
    return this.#waiting.length === 0 && isSent(this.#current);
  }

  serve(response: ServerResponse): void {
    this.#current = response;
  }

  /** Resolves when all responses before this one have been sent, or the connection has ended. */
  wait(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const last = this.#waiting.at(-1);
    if (last) {
      last.bytes = last.request.readableLength;
      this.#bytes += last.bytes;
    }
    if (this.#waiting.length >= MAX_WAITING_REQUESTS || this.#bytes > MAX_WAITING_BYTES) socket.destroy();
    if (!this.#listensForClose) socket.once("close", () => this.#beginAll());
    this.#listensForClose = true;
    return new Promise((resolve) => {
      this.#waiting.push({ request, response, begin: resolve, bytes: 0 });
      if (this.#waiting.length === 1) this.#watch();
    });
  }

  /** Begins the next request when the response before it has been sent. */
  #watch(): void {
    const [first] = this.#waiting;
    if (!first) return;
    if (!isSent(this.#current)) {
      this.#current.once("close", () => this.#watch());
      return;
    }
    this.#waiting.shift();
    this.#bytes -= first.bytes;
    this.#current = first.response;
    first.begin();
    this.#watch();
  }

  #beginAll(): void {
    for (const { begin } of this.#waiting.splice(0)) begin();
  }
}

function isSent(response: ServerResponse): boolean {
  return response.writableFinished || response.closed;
}

const queues = new WeakMap<Socket, RequestQueue>();

/** Returns a promise if the request has to wait for others of its connection, otherwise null. */
export function waitForPredecessor(request: IncomingMessage, response: ServerResponse): Promise<void> | null {
  const queue = queues.get(request.socket);
  if (queue === undefined) {
    queues.set(request.socket, new RequestQueue(response));
    return null;
  }
  if (queue.isFree) {
    queue.serve(response);
    return null;
  }
  return queue.wait(request, response);
}
