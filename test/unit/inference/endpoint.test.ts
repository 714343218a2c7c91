// The endpoint of a model over HTTP: which addresses of a name are connected to, and what is kept between calls. Names
// are resolved by the test.
import type { LookupAddress } from "node:dns";
import { getEventListeners } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { SYSTEM_CLOCK } from "../../../src/assemble/assemble.ts";
import type { AddressRule } from "../../../src/inference/addresses.ts";
import { NodeEndpoint, type Resolve } from "../../../src/inference/node-endpoint.ts";
import { selfSigned } from "../../support/certificate.ts";
import { type Behaviour, dead, json, ModelEndpoint, silent, vectors } from "../../support/model-endpoint.ts";
import { until } from "../../support/until.ts";

const NEVER = new AbortController().signal;
const ADDRESS_REFUSED = { kind: "unreachable", reason: "its address is not allowed" };

describe("an endpoint over HTTP", () => {
  let server: ModelEndpoint;
  before(async () => {
    server = await ModelEndpoint.open();
  });
  beforeEach(() => server.reset());
  after(() => server.close());

  /** Calls a host whose name has these addresses, one list for each time it is resolved. */
  function caller(host: string, rule: AddressRule, ...answers: string[][]) {
    const asked: string[] = [];
    const resolve: Resolve = (name, _options, done) => {
      asked.push(name);
      const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? [];
      const listed: LookupAddress[] = addresses.map((address) => ({
        address,
        family: address.includes(":") ? 6 : 4,
      }));
      done(null, listed);
    };
    const after = (ms: number, task: () => void) => SYSTEM_CLOCK.after(ms, task);
    const endpoint = new NodeEndpoint({ url: `http://${host}:${server.port}/v1`, rule, resolve, after });
    const post = () =>
      endpoint.post({
        body: JSON.stringify({ input: ["x"] }),
        headers: {},
        timeoutMs: 10_000,
        cancel: NEVER,
        reserve: () => {},
      });
    return { post, asked, close: () => endpoint.close() };
  }

  async function answerFrom(host: string, rule: AddressRule, ...addresses: string[]) {
    const { post, close } = caller(host, rule, addresses);
    return post().finally(close);
  }

  for (const address of [
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "::1",
    "::ffff:127.0.0.1",
    "fd00:ec2::254",
  ]) {
    it(`an endpoint over HTTP is not connected to if its name has the address ${address}`, async () => {
      expect(await answerFrom("models.example", "public", address)).to.deep.equal(ADDRESS_REFUSED);
      expect(await answerFrom("models.example", "public", "8.8.8.8", address)).to.deep.equal(ADDRESS_REFUSED);
      expect(server.calls).to.deep.equal([]);
    });
  }

  it("an endpoint over HTTP is not connected to by an address in its URL that is not allowed", async () => {
    expect(await answerFrom("127.0.0.1", "public")).to.deep.equal(ADDRESS_REFUSED);
    expect(await answerFrom("[::1]", "public")).to.deep.equal(ADDRESS_REFUSED);
    expect(server.calls).to.deep.equal([]);
  });

  it("an endpoint over HTTP with the name localhost is connected to on this machine only", async () => {
    expect(await answerFrom("localhost", "loopback", "127.0.0.1")).to.include({
      kind: "answer",
      status: 200,
    });
    expect(await answerFrom("localhost", "loopback", "10.0.0.1")).to.deep.equal(ADDRESS_REFUSED);
    expect(await answerFrom("localhost", "loopback", "8.8.8.8")).to.deep.equal(ADDRESS_REFUSED);
  });

  it("an endpoint over HTTP may have any address if private ones are allowed", async () => {
    expect(await answerFrom("models.example", "any", "127.0.0.1")).to.include({
      kind: "answer",
      status: 200,
    });
  });

  it("an endpoint over HTTP is resolved once for each connection, and its addresses are judged each time", async () => {
    const { post, asked, close } = caller("localhost", "loopback", ["127.0.0.1"], ["10.0.0.1"]);
    expect(await post()).to.include({ status: 200 });
    // The connection is kept.
    expect(await post()).to.include({ status: 200 });
    expect(asked).to.deep.equal(["localhost"]);
    server.next = [(response) => response.writeHead(200, { connection: "close" }).end()];
    expect(await post()).to.include({ status: 200 });
    expect(await post()).to.deep.equal(ADDRESS_REFUSED);
    expect(asked).to.deep.equal(["localhost", "localhost"]);
    close();
  });

  it("an endpoint over HTTP is not reachable if its name has no address", async () => {
    expect(await answerFrom("models.example", "public")).to.deep.equal(ADDRESS_REFUSED);
  });

  it("an endpoint over HTTP gets the name of its URL as Host, and no proxy of the environment is used", async () => {
    await answerFrom("models.example", "any", "127.0.0.1");
    expect(server.calls[0]!.headers.host).to.equal(`models.example:${server.port}`);
    expect(server.calls[0]!.path).to.equal("/v1");
  });

  it("an endpoint over HTTPS is not asked if its certificate is of nobody that this machine trusts", async () => {
    const secure = createServer(selfSigned(), (_request, response) => response.end());
    const asked: unknown[] = [];
    secure.on("request", (request) => asked.push(request));
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
    const { port } = secure.address() as AddressInfo;
    const endpoint = new NodeEndpoint({
      url: `https://localhost:${port}/`,
      rule: "loopback",
      after: (ms, task) => SYSTEM_CLOCK.after(ms, task),
    });
    const call = { body: "{}", headers: {}, timeoutMs: 10_000, cancel: NEVER, reserve: () => {} };
    expect(await endpoint.post(call)).to.deep.equal({
      kind: "unreachable",
      reason: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    expect(asked).to.deep.equal([]);
    endpoint.close();
    secure.close();
  });

  it("an endpoint over HTTP passes on that memory for its answer is refused", async () => {
    const refused = new Error("no memory");
    const endpoint = new NodeEndpoint({
      url: server.url,
      rule: "loopback",
      after: (ms, task) => SYSTEM_CLOCK.after(ms, task),
    });
    const call = {
      body: JSON.stringify({ input: ["x"] }),
      headers: {},
      timeoutMs: 10_000,
      cancel: NEVER,
      reserve: () => {
        throw refused;
      },
    };
    const error = await endpoint.post(call).then(
      () => null,
      (thrown) => thrown,
    );
    expect(error).to.equal(refused);
    endpoint.close();
  });

  /** An endpoint of the server, and calls to it that can be cancelled. */
  function cancellable() {
    const endpoint = new NodeEndpoint({
      url: server.url,
      rule: "loopback",
      after: (ms, task) => SYSTEM_CLOCK.after(ms, task),
    });
    const { signal, abort } = abortable();
    const body = JSON.stringify({ input: ["x"] });
    const post = () =>
      endpoint.post({ body, headers: {}, timeoutMs: 10_000, cancel: signal, reserve: () => {} });
    return { post, abort, signal, close: () => endpoint.close() };
  }

  function abortable() {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort() };
  }

  for (const [what, behaviour] of [
    ["before its answer", silent],
    [
      "in the middle of its answer",
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"data": [');
      },
    ],
  ] satisfies [string, Behaviour][]) {
    it(`an endpoint over HTTP loses the connection of a call that is cancelled ${what}`, async () => {
      const { post, abort, close } = cancellable();
      server.next = [behaviour];
      const answered = post();
      await until(() => server.calls.length === 1);
      abort();
      expect(await answered).to.deep.equal({ kind: "cancelled" });
      await until(() => server.here === 0);
      close();
    });
  }

  it("an endpoint over HTTP is not called again on another connection when a call on a kept one is cancelled", async () => {
    const { post, abort, close } = cancellable();
    expect(await post()).to.include({ status: 200 });
    await until(() => server.here === 0);
    server.next = [silent];
    const answered = post();
    await until(() => server.calls.length === 2);
    abort();
    expect(await answered).to.deep.equal({ kind: "cancelled" });
    await until(() => server.here === 0);
    expect(await post()).to.deep.equal({ kind: "cancelled" });
    expect(server.calls).to.have.length(2);
    close();
  });

  it("an endpoint over HTTP leaves no listener on the signal of a call that has ended", async () => {
    const { post, signal, close } = cancellable();
    server.next = [vectors, json({}, 503), dead];
    for (let i = 0; i < 3; i++) await post();
    expect(getEventListeners(signal, "abort")).to.deep.equal([]);
    close();
  });
});
