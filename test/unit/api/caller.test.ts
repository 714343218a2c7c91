// The caller of a request, read from its connection and its headers or gRPC metadata. The same tests run over HTTP and
// gRPC.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Metadata } from "@grpc/grpc-js";
import { expect } from "chai";
import { callerOf as callerOfCall } from "../../../src/grpc/caller.ts";
import { callerOf as callerOfRequest } from "../../../src/http/caller.ts";
import type { Caller } from "../../../src/schema/caller.ts";

type Headers = Record<string, string>;
const NO_RESPONSE = {} as ServerResponse;
type Edge = (address: string, headers?: Headers) => Caller;

const EDGES: Readonly<Record<string, Edge>> = {
  HTTP: (remoteAddress, headers = {}) =>
    callerOfRequest(
      { headers: { host: "localhost", ...headers }, socket: { remoteAddress } } as never as IncomingMessage,
      NO_RESPONSE,
      "rest",
    ),
  gRPC(address, { host = "localhost", ...headers } = {}) {
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
    const peer = address.includes(":") ? `[${address}]:4711` : `${address}:4711`;
    return callerOfCall({ metadata, getPeer: () => peer, getHost: () => host });
  },
};

for (const [name, callerFrom] of Object.entries(EDGES)) {
  describe(`the caller over ${name}`, () => {
    it(`the caller over ${name} is local when the connection comes from this machine and the Host header names this machine`, () => {
      for (const address of ["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"])
        for (const host of [
          "localhost",
          "LOCALHOST:6573",
          "localhost.",
          "127.1.2.3:1",
          "[::1]:6574",
          "[::1]",
        ])
          expect(callerFrom(address, { host }).isLocal, `${address} ${host}`).to.equal(true);
    });

    it(`the caller over ${name} is not local when the connection comes from another machine, whatever the headers say`, () => {
      for (const address of ["192.0.2.7", "10.127.0.1", "::ffff:192.0.2.7", "fe80::1", "::", ""])
        expect(callerFrom(address, { host: "127.0.0.1" }).isLocal, address).to.equal(false);
    });

    it(`the caller over ${name} is not local when the Host header names another machine`, () => {
      for (const host of [
        "",
        "example.com",
        "127.0.0.1.example.com",
        "127.0.0.256",
        "localhost.example.com",
        "127.1",
      ])
        expect(callerFrom("127.0.0.1", { host }).isLocal, host).to.equal(false);
    });

    it(`the caller over ${name} is not local when the request was forwarded`, () => {
      const names = [
        "forwarded",
        "via",
        "x-real-ip",
        "x-forwarded-for",
        "x-forwarded-port",
        "x-forwarded-anything",
      ];
      for (const one of names) expect(callerFrom("::1", { [one]: "127.0.0.1" }).isLocal, one).to.equal(false);
    });

    it(`the caller over ${name} is not local when a web page of another origin sends it`, () => {
      const pages: Headers[] = [
        { origin: "http://example.com" },
        { origin: "" },
        { "sec-fetch-site": "cross-site" },
      ];
      for (const headers of pages)
        expect(callerFrom("::1", headers).isLocal, JSON.stringify(headers)).to.equal(false);
      expect(callerFrom("::1", { origin: "http://localhost" }).isLocal).to.equal(true);
    });

    it(`the caller over ${name} prefers the credential of the header api-key to that of Authorization`, () => {
      const headers = { "api-key": "a", authorization: "Bearer b" };
      expect(callerFrom("::1", headers).credentials).to.deep.equal(["a", "b"]);
    });

    it(`the caller over ${name} has a bearer token however the word Bearer is capitalised`, () => {
      for (const authorization of ["Bearer b", "bearer b", "BEARER   b", "Bearer b  "])
        expect(callerFrom("::1", { authorization }).credentials, authorization).to.deep.equal(["b"]);
    });

    it(`the caller over ${name} has no credential when the header has no valid bearer token`, () => {
      for (const authorization of ["Basic YTpi", "Bearer", "Bearer ", "Bearer a b", "Bearera", "b"])
        expect(callerFrom("::1", { authorization }).credentials, authorization).to.deep.equal([]);
    });

    it(`the caller over ${name} has at most one setup code`, () => {
      expect(callerFrom("::1", { "x-setup-code": "a" }).setupCode).to.equal("a");
      expect(callerFrom("::1").setupCode).to.equal(null);
    });
  });
}

describe("the caller of an HTTP request", () => {
  it("the caller of an HTTP request is not local with HTTP/1.0, because some proxies use it without adding headers", () => {
    const request = { headers: { host: "localhost" }, socket: { remoteAddress: "::1" }, httpVersion: "1.0" };
    expect(callerOfRequest(request as never as IncomingMessage, NO_RESPONSE, "rest").isLocal).to.equal(false);
  });

  it("the caller of an HTTP request has no address when its connection has ended", () => {
    const gone = { headers: { host: "localhost" }, socket: {} };
    expect(callerOfRequest(gone as never as IncomingMessage, NO_RESPONSE, "rest")).to.include({
      address: "",
      isLocal: false,
    });
  });
});

describe("the caller of a gRPC call", () => {
  it("the caller of a gRPC call has no credential if the metadata has several values for it", () => {
    const metadata = new Metadata();
    for (const value of ["a", "b"])
      for (const name of ["api-key", "x-setup-code", "origin"]) metadata.add(name, value);
    const caller = callerOfCall({ metadata, getPeer: () => "127.0.0.1:1", getHost: () => "localhost" });
    expect(caller).to.deep.include({ credentials: [], setupCode: null, isLocal: false });
  });
});
