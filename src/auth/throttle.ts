// Limits how often the admin's password can be guessed.
// The decision: an attempt counts as failed from its beginning until it succeeds, so parallel guesses are no faster
// than guesses one after another. Failures are counted by network and in total, because addresses are cheap. Logins
// from this machine are counted separately and never stopped, so no remote attacker can lock the owner out.
import { TooManyLogins } from "../errors/auth.ts";

/** Failures in a row after which the next attempt may begin at once. */
const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 60;
/** The most guesses in a row that NIST SP 800-63B (5.2.2) allows; after them one guess an hour is allowed. */
const MAX_FAILURES = 100;
const STOP_SECONDS = 3_600;
const MAX_NETWORKS = 10_000;

/** The outcome of an attempt. Only the first call counts. */
interface LoginAttempt {
  succeeded(): void;
  failed(): void;
  /** The password was not checked, because memory or a place in the queue was missing. */
  unjudged(): void;
}

export class LoginThrottle {
  readonly #now: () => number;
  readonly #everywhere = new Failures(true);
  readonly #here = new Failures(false);
  /** Failures by network; the network that tried last is the last entry. */
  readonly #networks = new Map<string, Failures>();

  /** @param now milliseconds of a monotonic clock, such as `performance.now` */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Begins an attempt. Call it when the password has been read and before it is checked: a client that sends slowly is
   * not guessing yet.
   * @param isLocal see Caller
   * @throws TooManyLogins
   */
  begin(address: string, isLocal: boolean): LoginAttempt {
    const network = networkOf(address);
    const counts = isLocal
      ? [this.#here]
      : [this.#everywhere, this.#networks.get(network) ?? new Failures(true)];
    const now = this.#now();
    const seconds = Math.max(...counts.map((count) => count.waitSeconds(now)));
    const isStopped = counts.some((count) => count.isStopped);
    if (seconds > 0) throw refusal(seconds, isStopped);
    const attempts = counts.map((count) => count.begin(this.#now));
    if (!isLocal) this.#keep(network, counts[1]!);
    const end = (how: keyof LoginAttempt): void => {
      for (const attempt of attempts.splice(0)) attempt[how]();
    };
    return {
      succeeded: () => end("succeeded"),
      failed: () => end("failed"),
      unjudged: () => end("unjudged"),
    };
  }

  /**
   * Keeps the failures of a network whose attempt has begun. Refused attempts are not kept, so they displace no other
   * network.
   */
  #keep(network: string, count: Failures): void {
    this.#networks.delete(network);
    this.#networks.set(network, count);
    if (this.#networks.size > MAX_NETWORKS) this.#networks.delete(this.#networks.keys().next().value!);
  }
}

/** Failed attempts in a row. */
class Failures {
  readonly #canStop: boolean;
  #failed = 0;
  #underWay = 0;
  #lastAt = 0;

  /** @param canStop whether there is a limit after which one attempt an hour is allowed */
  constructor(canStop: boolean) {
    this.#canStop = canStop;
  }

  get isStopped(): boolean {
    return this.#canStop && this.#count >= MAX_FAILURES;
  }

  /** Returns the seconds until the next attempt may begin, or 0. */
  waitSeconds(now: number): number {
    return Math.max(0, Math.ceil((this.#lastAt - now) / 1000 + this.#delaySeconds));
  }

  begin(now: () => number): LoginAttempt {
    const before = this.#lastAt;
    const beganAt = now();
    this.#lastAt = beganAt;
    this.#underWay++;
    return {
      succeeded: () => {
        this.#underWay--;
        this.#failed = 0;
      },
      failed: () => {
        this.#underWay--;
        this.#failed++;
        this.#lastAt = now();
      },
      unjudged: () => {
        this.#underWay--;
        if (this.#lastAt === beganAt) this.#lastAt = before;
      },
    };
  }

  get #count(): number {
    return this.#failed + this.#underWay;
  }

  /** 1, 2, 4 ... 60 seconds from the fifth failure on. */
  get #delaySeconds(): number {
    if (this.isStopped) return STOP_SECONDS;
    if (this.#count < FREE_FAILURES) return 0;
    return Math.min(MAX_WAIT_SECONDS, 2 ** (this.#count - FREE_FAILURES));
  }
}

function refusal(seconds: number, isStopped: boolean): TooManyLogins {
  const wait = `Too many failed logins; try again in ${seconds} s`;
  const wayIn = "log in on the server's own machine or run azimuth admin reset-password there";
  return new TooManyLogins(isStopped ? `${wait}, ${wayIn}` : wait, seconds);
}

// Maps an address to the network by which failed logins are counted. An IPv4 address, or the upper 64 bits of an IPv6
// address, because one subscriber has all addresses below them.
const GROUPS = 8;
const NETWORK_GROUPS = 4;
const MAX_ADDRESS_LENGTH = 64;
/** ::ffff:0:0/96, where IPv6 sockets put IPv4 peers. */
const MAPPED = "0:0:0:0:0:ffff";

/** Returns the network of an address. A text that is not an address is returned as it is. */
export function networkOf(address: string): string {
  const [bare = ""] = address.slice(0, MAX_ADDRESS_LENGTH).split("%");
  const groups = groupsOf(bare.toLowerCase());
  if (groups === null) return bare;
  if (groups.slice(0, 6).join(":") === MAPPED) return dotted(groups[6]!, groups[7]!);
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** Returns the eight groups of an IPv6 address without leading zeros, or null for a text that is not one. */
function groupsOf(address: string): string[] | null {
  const halves = withoutDots(address).split("::");
  if (!address.includes(":") || halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = GROUPS - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/** Replaces an IPv4 address at the end, as in ::ffff:192.0.2.1, by two groups. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (dotted, ...found: string[]) => {
    const [a, b, c, d] = found.map(Number) as [number, number, number, number];
    if (Math.max(a, b, c, d) > 255) return dotted;
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

function dotted(high: string, low: string): string {
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}
