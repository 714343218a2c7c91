// Runs scripts of calls over every transport and compares the responses: results must be deep-equal, errors must have
// the same code and text.
// The decision: all transports use one server, one after another, and what a script created is removed before the next
// one. Differences by nature are removed first (tidied.ts): LSNs are counted from the beginning of a script, generated
// values must only exist, and nulls, empty payloads and doubles of scores equal their representation in messages.
import { expect } from "chai";
import { startTestServer, type TestServer, type TestServerOptions } from "../rest.ts";
import { Embedded } from "./embedded.ts";
import { OverClient, OverLibrary } from "./over-client.ts";
import { OverGrpc } from "./over-grpc.ts";
import { grpcCodesOf, OverHttp } from "./over-http.ts";
import { type Sameness, tidied } from "./tidied.ts";
import { type Headers, Refused, type Transport } from "./transport.ts";

/** Calls an operation. @returns the result, or an error */
// biome-ignore lint/suspicious/noExplicitAny: scripts look into results of every shape.
export type Call = (operation: string, request?: object, headers?: Headers) => Promise<any>;

export type Script = (call: Call, server: TestServer) => Promise<unknown>;

/** The calls of a script and their responses. */
interface Transcript {
  readonly name: string;
  readonly transport: Transport;
  readonly calls: readonly string[];
  readonly answers: readonly unknown[];
  /** The LSN of the log when the script began. */
  readonly firstLsn: number;
}

const NATIVE: readonly ((server: TestServer) => Transport)[] = [
  (server) => new Embedded(server),
  (server) => new OverHttp(server),
  (server) => new OverClient(server),
  (server) => new OverLibrary(server),
  (server) => new OverGrpc(server.grpcAddress),
];

export class Contract {
  readonly server: TestServer;
  readonly #native: readonly Transport[];
  readonly #qdrant: readonly Transport[];

  private constructor(server: TestServer) {
    this.server = server;
    this.#native = NATIVE.map((make) => make(server));
    this.#qdrant = [new OverHttp(server, "qdrant"), new OverGrpc(server.grpcAddress, "qdrant")];
  }

  static async open(options: TestServerOptions = {}): Promise<Contract> {
    return new Contract(await startTestServer({ extendedApi: true, ...options }));
  }

  async close(): Promise<void> {
    for (const transport of [...this.#native, ...this.#qdrant]) transport.close();
    await this.server.close();
  }

  /** Runs a script over all transports. @returns the responses, call by call */
  // biome-ignore lint/suspicious/noExplicitAny: results are of every shape.
  async same(script: Script, sameness: Sameness = {}): Promise<any[]> {
    const transports = this.#native.filter(({ isPlain }) => !(isPlain && sameness.spelled));
    return alike(await this.#transcripts(script, transports), sameness, isOfCode);
  }

  /** Runs a script over REST in the qdrant dialect and the package `qdrant`. */
  // biome-ignore lint/suspicious/noExplicitAny: results are of every shape.
  async sameAsQdrant(script: Script, sameness: Sameness = {}): Promise<any[]> {
    return alike(await this.#transcripts(script, this.#qdrant), sameness, isOfKind);
  }

  async #transcripts(script: Script, transports: readonly Transport[]): Promise<Transcript[]> {
    const all: Transcript[] = [];
    for (const transport of transports) {
      all.push(await transcriptOf(script, transport, this.server).finally(() => clean(this.server)));
    }
    return all;
  }
}

/**
 * Runs a script with a server for each transport, for changes that cannot be undone. @returns the responses, call by
 * call
 */
// biome-ignore lint/suspicious/noExplicitAny: results are of every shape.
export async function sameOnNewServers(script: Script, sameness: Sameness = {}): Promise<any[]> {
  const all: Transcript[] = [];
  for (const make of NATIVE) {
    const server = await startTestServer({ extendedApi: true });
    const transport = make(server);
    try {
      all.push(await transcriptOf(script, transport, server));
    } finally {
      transport.close();
      await server.close();
    }
  }
  return alike(all, sameness, isOfCode);
}

async function transcriptOf(script: Script, transport: Transport, server: TestServer): Promise<Transcript> {
  const firstLsn = (await server.services.server.status()).log.last_lsn;
  const calls: string[] = [];
  const answers: unknown[] = [];
  const call: Call = async (operation, request = {}, headers = {}) => {
    const answer = await transport.call(operation, request, headers).catch(refused);
    calls.push(operation);
    answers.push(answer);
    return answer;
  };
  await script(call, server);
  return { name: transport.name, transport, calls, answers, firstLsn };
}

async function clean({ services: { collections } }: TestServer): Promise<void> {
  const listed = await collections.list({ include_deleted: true });
  for (const { name } of listed.collections) await collections.delete({ collection_name: name, purge: true });
}

/** Checks that an error has the code of the one over the first transport. */
type CheckCode = (first: unknown, other: unknown, transport: Transport) => void;

const isOfCode: CheckCode = (first, other, transport) =>
  expect(other).to.equal(transport.codesOf(first as never));

const isOfKind: CheckCode = (first, other) => expect(grpcCodesOf(first)).to.include(other);

// biome-ignore lint/suspicious/noExplicitAny: results are of every shape.
function alike([first, ...others]: Transcript[], sameness: Sameness, checkCode: CheckCode): any[] {
  const { calls, answers, firstLsn } = first!;
  for (const other of others) {
    expect(other.calls, other.name).to.deep.equal(calls);
    other.answers.forEach((answer, i) => {
      const before = answers[i];
      const where = `${calls[i]} (call ${i + 1}) over ${other.name}`;
      if (answer instanceof Refused && before instanceof Refused) {
        expect(answer.message, where).to.equal(before.message);
        checkCode(before.code, answer.code, other.transport);
      } else {
        const both = { ...sameness, plain: other.transport.isPlain ?? false };
        const expected = tidied(before, firstLsn, both);
        expect(tidied(answer, other.firstLsn, both), where).to.deep.equal(expected);
      }
    });
  }
  return [...answers];
}

function refused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  throw error;
}
