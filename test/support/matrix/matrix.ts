// Runs requests of the matrix against the rules of decisions.md, on one server with authentication on and one with it
// off, many requests at a time.
import { Agent } from "node:http";
import { Client, credentials } from "@grpc/grpc-js";
import { startTestServer } from "../rest.ts";
import { type Credential, makeCredentials, STATIC_KEYS } from "./credentials.ts";
import { expected, type Verdict } from "./oracle.ts";
import { type Asked, DOORS, MANNERS, type Port, SPELLINGS, type World } from "./port.ts";
import { PORTS } from "./ports.ts";

/** One request. Credentials are given by index, because each server has its own. */
export interface Case extends Omit<Asked, "credential"> {
  readonly credential: number;
  readonly port: Port;
}

const AT_A_TIME = 16;
const MOST_PROBLEMS = 20;

/** A server with every kind of credential. */
export class Matrix {
  readonly #world: World;
  readonly #credentials: readonly Credential[];
  readonly #before: string;

  private constructor(world: World, credentials: readonly Credential[]) {
    this.#world = world;
    this.#credentials = credentials;
    this.#before = this.#state();
  }

  static async open(authEnabled: boolean): Promise<Matrix> {
    const server = await startTestServer({ qdrantPort: true, keys: STATIC_KEYS });
    const { admin, all } = await makeCredentials(server);
    if (!authEnabled) await server.call("PATCH", "/auth/enabled", { enabled: false }, admin);
    const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
    const client = new Client(server.grpcAddress, credentials.createInsecure());
    return new Matrix({ server, agent, client }, all);
  }

  /** The values of all axes. */
  get axes() {
    return {
      door: DOORS,
      credential: this.#credentials.map((_, place) => place),
      port: PORTS,
      spelling: SPELLINGS,
      manner: MANNERS,
    };
  }

  /** The first credential of each presenter, and the first that was never valid, for samples. */
  get presenters(): number[] {
    const kinds = this.#credentials.map(({ presenter, value }) =>
      JSON.stringify([presenter, value === null]),
    );
    return [...kinds.keys()].filter((place) => kinds.indexOf(kinds[place]!) === place);
  }

  /** Returns whether this request can be made. */
  isPossible({ port, door, manner, credential, spelling }: Partial<Case>): boolean {
    const isSpelled = credential !== undefined && this.#credentials[credential]!.value !== null;
    if (credential !== undefined && !isSpelled && (spelling ?? SPELLINGS[0]) !== SPELLINGS[0]) return false;
    return (port ? [port] : PORTS).some((one) => one.takes({ door, manner }));
  }

  /** Runs requests. @returns the number of each verdict, and the errors of the first failed ones */
  async check(cases: Iterable<Case>): Promise<{ counts: Map<Verdict["kind"], number>; problems: string[] }> {
    const problems: string[] = [];
    const counts = new Map<Verdict["kind"], number>();
    const waiting = cases[Symbol.iterator]();
    const work = async () => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
        const verdict = this.#verdictOn(next.value);
        counts.set(verdict.kind, (counts.get(verdict.kind) ?? 0) + 1);
        const problem = await this.#problemOf(next.value, verdict);
        if (problem !== null && problems.length < MOST_PROBLEMS) problems.push(problem);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    if (this.#state() !== this.#before) problems.unshift("the server is not as it was before");
    return { counts, problems };
  }

  async close(): Promise<void> {
    this.#world.agent.destroy();
    this.#world.client.close();
    await this.#world.server.close();
  }

  #verdictOn({ port, door, manner, credential }: Case): Verdict {
    return expected({
      operation: door.operation,
      isUiPort: port.isUi,
      presenter: this.#credentials[credential]!.presenter,
      authEnabled: this.#world.server.params.current.authEnabled,
      isLocal: manner !== "through a proxy",
    });
  }

  async #problemOf(one: Case, verdict: Verdict): Promise<string | null> {
    const { port, door, manner, spelling } = one;
    const credential = this.#credentials[one.credential]!;
    const problem = await port.check(this.#world, { ...one, credential }, verdict);
    if (problem === null) return null;
    const { kind, text } = verdict;
    return (
      `${door.method} ${door.path} on ${port.name}, ${manner}, with ${credential.name} as ${spelling}: ` +
      `expected ${kind} ${text}; ${problem}`
    );
  }

  /** Returns the state that no request of the matrix may change. */
  #state(): string {
    const { params, database } = this.#world.server;
    return JSON.stringify([params.current, database.collections().length]);
  }
}
