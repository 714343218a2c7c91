// The network of an address: failed logins are counted for all addresses of one network together.
import { expect } from "chai";
import fc from "fast-check";
import { networkOf } from "../../../src/auth/throttle.ts";

describe("the network of an address", () => {
  for (const [address, network] of [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:0201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ] as const) {
    it(`the network of an address is ${network} for ${address}`, () => {
      expect(networkOf(address)).to.equal(network);
    });
  }

  it("the network of an address is the same for all addresses of one subscriber, and different for the next subscriber", () => {
    expect(networkOf("2001:db8:1:2:ffff:ffff:ffff:ffff")).to.equal(networkOf("2001:db8:1:2::"));
    expect(networkOf("2001:db8:1:3::")).not.to.equal(networkOf("2001:db8:1:2::"));
  });

  for (const text of [
    "",
    "local",
    "1.2.3",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "g::",
    "12345::",
    "::1.2.3.999",
  ]) {
    it(`the network of an address is the text itself when it is not an address: '${text}'`, () => {
      expect(networkOf(text)).to.equal(text);
    });
  }

  it("the network of an address is a short text whatever the address is", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => networkOf(text).length <= 64));
    expect(networkOf("1:".repeat(1e6)).length).to.be.at.most(64);
  });
});
