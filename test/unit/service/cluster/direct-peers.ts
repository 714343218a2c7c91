// Calls between servers of a cluster in one process, which are refused, take their time, lose their answers, or are
// answered twice.
// The decision: what a server does with a call is the real service, and so is what the caller makes of the answer. Only
// the way between them is simulated, by rounds of the event loop.
import type { PeerCalls } from "../../../../src/replication/peers/client.ts";
import type { OpenShard } from "../../../../src/replication/shard-copies.ts";
import type { CancelSignal } from "../../../../src/scheduling/cancel.ts";
import { bytesOfCall, callOfBytes, type PeerCall } from "../../../../src/schema/peer-calls.ts";
import type { PeersService } from "../../../../src/service/peers.ts";
import { between, type Random } from "../../../support/chance.ts";

/** The faults of calls. Shares are between 0 and 1. */
export interface PeerFaults {
  /** The most rounds of the event loop that a message takes. */
  readonly rounds: number;
  /** The share of calls that do not arrive. */
  readonly refused: number;
  /** The share of answers that are lost. */
  readonly lost: number;
  /** The share of calls that arrive twice. */
  readonly twice: number;
  /** The share of messages that take much longer. */
  readonly slow: number;
  /** The share of messages of a copy after which its connection ends. */
  readonly broken: number;
}

export const NO_PEER_FAULTS: PeerFaults = { rounds: 3, refused: 0, lost: 0, twice: 0, slow: 0, broken: 0 };
/** How many times longer a slow message takes. */
const SLOW = 20;

/** The network of a cluster. */
export class DirectNetwork {
  faults: PeerFaults = NO_PEER_FAULTS;
  /** The services of the servers that run, by the ids of the servers. */
  readonly services = new Map<string, PeersService>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns the calls of a server to the others. */
  callsOf(server: string): PeerCalls {
    return {
      server,
      isHeard: (other) => this.services.has(other),
      ask: (other, call, body, signal) =>
        this.#ask(other, received({ ...call, caller: server }), body, signal),
    };
  }

  /** Returns what reads shards of other servers for one. @param applied the LSN that it has applied */
  opener(caller: string, applied: () => number): OpenShard {
    const network = this;
    return async function* ({ server, collection, shard }, signal) {
      await network.#travel();
      const service = network.#serviceOf(server);
      const call = received({
        ...{ name: "shard", collection, shards: [shard], atLeast: applied(), limitMs: 2_000, caller },
      });
      yield* piped(
        (send) => service.shard(call, send, signal),
        () => network.#draws("broken"),
      );
    };
  }

  async #ask(server: string, call: PeerCall, body: Uint8Array, signal: CancelSignal): Promise<Uint8Array> {
    await this.#travel();
    if (this.#draws("refused")) throw new Error("connection refused");
    const service = this.#serviceOf(server);
    const sent = body.slice();
    if (this.#draws("twice")) await answerOf(service, call, sent, signal).catch(() => {});
    const answer = await answerOf(service, call, sent, signal);
    await this.#travel();
    if (this.#draws("lost") || this.services.get(server) !== service) throw new Error("connection lost");
    return answer.slice();
  }

  #serviceOf(server: string): PeersService {
    const service = this.services.get(server);
    if (!service) throw new Error("connection refused");
    return service;
  }

  async #travel(): Promise<void> {
    const rounds = between(this.#random, 0, this.faults.rounds) * (this.#draws("slow") ? SLOW : 1);
    for (let i = 0; i < rounds; i++) await new Promise((resolve) => setImmediate(resolve));
  }

  #draws(fault: "refused" | "lost" | "twice" | "slow" | "broken"): boolean {
    const share = this.faults[fault];
    return share > 0 && this.#random() < share;
  }
}

/** Returns a call as the other server reads it. */
function received(call: PeerCall): PeerCall {
  const read = callOfBytes(bytesOfCall(call, new Uint8Array(0)), call.caller);
  if (read === null) throw new Error("the call cannot be read");
  return read.call;
}

function answerOf(
  service: PeersService,
  call: PeerCall,
  body: Uint8Array,
  signal: CancelSignal,
): Promise<Uint8Array> {
  if (call.name === "read") return service.read(call, body, signal);
  if (call.name === "existing") return service.existing(call, body);
  return service.effect(call);
}

/** Turns a function that sends messages into one that returns them; each is sent when the one before was taken. */
async function* piped(
  run: (send: (message: Uint8Array) => Promise<void>) => Promise<void>,
  isBroken: () => boolean,
): AsyncGenerator<Uint8Array> {
  const messages: Uint8Array[] = [];
  let wake = () => {};
  let taken = () => {};
  let isOver = false;
  let failure: unknown = null;
  const send = async (message: Uint8Array) => {
    messages.push(message.slice());
    wake();
    if (!isOver) await new Promise<void>((resolve) => (taken = resolve));
  };
  run(send)
    .catch((error) => (failure = error))
    .finally(() => {
      isOver = true;
      wake();
    });
  try {
    for (;;) {
      const next = messages.shift();
      if (next === undefined) {
        if (isOver) break;
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (isBroken()) throw new Error("connection lost");
      yield next;
      taken();
    }
    if (failure !== null) throw failure;
  } finally {
    isOver = true;
    taken();
  }
}
