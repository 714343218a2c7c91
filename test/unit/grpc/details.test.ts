// The texts of gRPC statuses: they are short, and contain no half characters.
import { expect } from "chai";
import { sendable } from "../../../src/grpc/details.ts";

describe("the text of a gRPC status", () => {
  it("the text of a gRPC status is sent unchanged", () => {
    expect(sendable("Collection not found: Zoë 🦊\n")).to.equal("Collection not found: Zoë 🦊\n");
  });

  it("the text of a gRPC status is truncated where clients would refuse it", () => {
    expect(sendable("x".repeat(1_000))).to.equal("x".repeat(1_000));
    expect(sendable("x".repeat(1_001))).to.equal(`${"x".repeat(1_000)}...`);
  });

  it("the text of a gRPC status is sent without half of a surrogate pair, which cannot be encoded", () => {
    expect(sendable('got "🦊\ud83e..."')).to.equal('got "🦊..."');
    expect(sendable(`${"x".repeat(999)}🦊`)).to.equal(`${"x".repeat(999)}...`);
    expect(() => encodeURI(sendable("\udc00\ud800"))).not.to.throw();
  });
});
