// Who sends a request, as its connection and its headers tell.
import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { callerOf } from "../../../src/http/caller.ts";

function callerFrom(remoteAddress: string | undefined, headers: Record<string, string | string[]> = {}) {
  return callerOf(
    { headers: { host: "localhost", ...headers }, socket: { remoteAddress } } as never as IncomingMessage,
    "rest",
  );
}

describe("the caller of a request", () => {
  it("is local when the connection comes from this machine", () => {
    for (const address of ["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"])
      expect(callerFrom(address).isLocal, address).to.equal(true);
  });

  it("is not local when the connection comes from elsewhere, whatever the headers say", () => {
    for (const address of ["192.0.2.7", "10.127.0.1", "::ffff:192.0.2.7", "fe80::1", "::", "", undefined])
      for (const name of ["host", "x-real-ip", "x-forwarded-for"])
        expect(callerFrom(address, { [name]: "127.0.0.1" }).isLocal, address).to.equal(false);
  });

  it("is not local when it speaks HTTP/1.0, as proxies do that add no headers", () => {
    const request = { headers: { host: "localhost" }, socket: { remoteAddress: "::1" }, httpVersion: "1.0" };
    expect(callerOf(request as never as IncomingMessage, "rest").isLocal).to.equal(false);
  });

  it("is not local without a Host", () => {
    expect(callerFrom("127.0.0.1", { host: "" }).isLocal).to.equal(false);
  });

  it("presents api-key before Authorization", () => {
    const headers = { "api-key": "a", authorization: "Bearer b" };
    expect(callerFrom("::1", headers).credentials).to.deep.equal(["a", "b"]);
  });

  it("presents nothing that is no bearer token", () => {
    for (const authorization of ["Basic YTpi", "Bearer", "Bearer ", "Bearer a b", "Bearera", "b"])
      expect(callerFrom("::1", { authorization }).credentials, authorization).to.deep.equal([]);
  });

  it("takes one setup code", () => {
    expect(callerFrom("::1", { "x-setup-code": "a" }).setupCode).to.equal("a");
    expect(callerFrom("::1").setupCode).to.equal(null);
  });
});
