// The requests of one connection, one after another.
// The decision: a client may send many requests before it reads an answer, and answers leave in the order of the requests. So the
// next is begun when the answer before it has left: of one connection at most one is worked on, and what waits behind it is
// forgotten when the connection has ended.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** No client sends so many before it reads the first answer. */
const MOST_WAITING = 1_000;

/** Those of one connection that wait, in the order in which they came. */
class Line {
  /** Whose answer is the next to leave. */
  #served: ServerResponse;
  readonly #waiting: { readonly response: ServerResponse; readonly begin: () => void }[] = [];
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
  wait(response: ServerResponse, socket: Socket): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) socket.destroy();
    if (!this.#hearsOfEnd) socket.once("close", () => this.#letAllGo());
    this.#hearsOfEnd = true;
    return new Promise((resolve) => {
      this.#waiting.push({ response, begin: resolve });
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
export function turnOf({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | null {
  const line = lines.get(socket);
  if (line === undefined) {
    lines.set(socket, new Line(response));
    return null;
  }
  if (line.isFree) {
    line.serve(response);
    return null;
  }
  return line.wait(response, socket);
}
