// Scripts of calls that are run over every transport, and answered the same: results deep-equal, errors of the same code and
// text.
// The decision: all transports ask one server, one after the other, and what a script has made is removed before the next
// one asks. What differs by nature is put aside: numbers of the log are counted from where a script begins, what the server
// makes up (`generated`) is only told to be there, and nulls, empty payloads and doubles of scores are not told apart from
// what messages have in their place.
import { expect } from "chai";
import { Float } from "../../../src/json/number.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../rest.ts";
import { Embedded } from "./embedded.ts";
import { OverGrpc } from "./over-grpc.ts";
import { grpcCodesOf, OverHttp } from "./over-http.ts";
import { type Headers, Refused, type Transport } from "./transport.ts";

/** @returns the result, or an error */
// biome-ignore lint/suspicious/noExplicitAny: scripts look into results of every shape.
export type Call = (operation: string, request?: object, headers?: Headers) => Promise<any>;

export type Script = (call: Call) => Promise<void>;

interface Sameness {
  /** Names of members whose values are another each time. */
  readonly generated?: readonly string[];
  /** What is not a member of results over every transport: it says nothing about the data. */
  readonly left?: readonly string[];
}

export class Contract {
  readonly server: TestServer;
  readonly #native: readonly Transport[];
  readonly #qdrant: readonly Transport[];

  private constructor(server: TestServer) {
    this.server = server;
    this.#native = [new Embedded(server), new OverHttp(server), new OverGrpc(server.grpcAddress)];
    this.#qdrant = [new OverHttp(server, "qdrant"), new OverGrpc(server.grpcAddress, "qdrant")];
  }

  static async open(options: TestServerOptions = {}): Promise<Contract> {
    return new Contract(await startTestServer({ extendedApi: true, ...options }));
  }

  async close(): Promise<void> {
    for (const transport of [...this.#native, ...this.#qdrant]) transport.close();
    await this.server.close();
  }

  /** @returns what was answered, call by call */
  // biome-ignore lint/suspicious/noExplicitAny: results are of every shape.
  async same(script: Script, sameness: Sameness = {}): Promise<any[]> {
    return this.#run(script, sameness, this.#native, (first, other, { code }) =>
      expect(code).to.deep.equal(other.codesOf(first.code as never)),
    );
  }

  /** The same over REST in the qdrant dialect and the package `qdrant`. */
  // biome-ignore lint/suspicious/noExplicitAny: results are of every shape.
  async sameAsQdrant(script: Script, sameness: Sameness = {}): Promise<any[]> {
    return this.#run(script, sameness, this.#qdrant, (first, _, { code }) =>
      expect(grpcCodesOf(first.code)).to.include(code),
    );
  }

  async #run(
    script: Script,
    sameness: Sameness,
    transports: readonly Transport[],
    checkCode: (first: Refused, other: Transport, got: Refused) => void,
  ): Promise<unknown[]> {
    const [first, ...others] = transports;
    const expected = await this.#answers(script, first!);
    for (const other of others) {
      const got = await this.#answers(script, other);
      expect(got.calls, other.name).to.deep.equal(expected.calls);
      got.answers.forEach((answer, i) => {
        const before = expected.answers[i];
        const where = `${got.calls[i]} (call ${i + 1}) over ${other.name}`;
        if (answer instanceof Refused && before instanceof Refused) {
          expect(answer.message, where).to.equal(before.message);
          checkCode(before, other, answer);
        } else {
          expect(tidied(answer, got.firstLsn, sameness), where).to.deep.equal(
            tidied(before, expected.firstLsn, sameness),
          );
        }
      });
    }
    return expected.answers;
  }

  async #answers(script: Script, transport: Transport) {
    const firstLsn = await this.#lastLsn();
    const calls: string[] = [];
    const answers: unknown[] = [];
    await script(async (operation, request = {}, headers) => {
      const answer = await transport.call(operation, request, headers).catch(refused);
      calls.push(operation);
      answers.push(answer);
      return answer;
    });
    await this.#clean();
    return { calls, answers, firstLsn };
  }

  async #lastLsn(): Promise<number> {
    return (await this.server.services.server.status()).log.last_lsn;
  }

  async #clean(): Promise<void> {
    const { collections } = this.server.services;
    const listed = await collections.list({ include_deleted: true });
    for (const { name } of listed.collections)
      await collections.delete({ collection_name: name, purge: true });
  }
}

function refused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  throw error;
}

/** Without what differs by nature. */
function tidied(value: unknown, firstLsn: number, sameness: Sameness): unknown {
  if (Array.isArray(value)) return value.map((item) => tidied(item, firstLsn, sameness));
  if (value instanceof Refused) return { refused: value.message };
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== null) return value;
  const { generated = [], left = [] } = sameness;
  const members = Object.entries(value).filter(
    ([name, member]) => !isNothing(name, member) && !left.includes(name),
  );
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (generated.includes(name)) return [name, typeof member];
      if (name === "payload") return [name, measured(member)];
      if (name === "operation_id" || name === "version")
        return [name, typeof member === "number" ? member - firstLsn : member];
      if (name === "score") return [name, Math.fround(member as number)];
      if (name === "scores") return [name, (member as number[]).map(Math.fround)];
      return [name, tidied(member, firstLsn, sameness)];
    }),
  );
}

/** A payload with floats as what they are worth: messages do not keep how they were spelled. */
function measured(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(measured);
  if (value instanceof Float) return { float: value.value };
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, measured(member)]));
}

function isNothing(name: string, member: unknown): boolean {
  if (member === null) return true;
  return name === "payload" && Object.keys(member as object).length === 0;
}
