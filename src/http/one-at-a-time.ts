// The requests of one connection, one after another.
// The decision: a client may send many requests before it reads an answer, and answers leave in the order of the requests. So the
// next is begun when the answer before it has left: of one connection at most one is worked on, and what waits behind it is
// forgotten when the connection has ended.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** No client sends so many before it reads the first answer, or as much in their bodies, which nobody has promised room. */
const MOST_WAITING = 1_000;
const MOST_WAITING_BYTES = 2 ** 20;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begin: () => void;
  /** Of its body, known when the request behind it has come. */
  bytes: number;
}

/** Those of one connection that wait, in the order in which they came. */
class Line {
  /** Whose answer is the next to leave. */
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

  /** Resolves when all answers before this one have left, or the connection has ended. */
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

  /** Begins the next when the answer before it has left. */
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

/** Whether it has to wait for others of its connection: then until when. */
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
