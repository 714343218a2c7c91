// The addresses that an endpoint may have, compared with Node's lists of addresses.
import { BlockList, isIPv4 } from "node:net";
import { expect } from "chai";
import fc from "fast-check";
import { bytesOf, isAllowed } from "../../../src/inference/addresses.ts";

const REFUSED = [
  ...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.168.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["::", "::1", "fe80::1", "fe80::1%eth0", "febf::1", "fc00::1", "fd00:ec2::254", "ff02::1"],
  ...["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::ffff:0:0", "::10.0.0.1"],
  ...["64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:0a00:0001::1", "0:0:0:0:0:ffff:c0a8:1"],
];
const PUBLIC = [
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.0.0.1"],
  ...["169.253.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1", "223.255.255.255"],
  ...["2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2001:4860:4860::8888"],
];

describe("the address of an endpoint", () => {
  it("the address of an endpoint is refused if it is private, link-local, of this machine or reserved", () => {
    expect(REFUSED.filter((address) => isAllowed(address, "public"))).to.deep.equal([]);
  });

  it("the address of an endpoint is allowed if it is public", () => {
    expect(PUBLIC.filter((address) => !isAllowed(address, "public"))).to.deep.equal([]);
  });

  it("the address of an endpoint that names this machine is one of this machine", () => {
    for (const address of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
      expect(isAllowed(address, "loopback"), address).to.equal(true);
    for (const address of ["1.1.1.1", "10.0.0.1", "169.254.169.254", "::", "0.0.0.0", "fe80::1"])
      expect(isAllowed(address, "loopback"), address).to.equal(false);
  });

  it("the address of an endpoint may be any if private ones are allowed", () => {
    expect([...REFUSED, ...PUBLIC].every((address) => isAllowed(address, "any"))).to.equal(true);
  });

  it("the address of an endpoint is refused if it is none", () => {
    for (const text of [
      "",
      "localhost",
      "1.2.3",
      "1.2.3.4.5",
      "256.1.1.1",
      "1::2::3",
      "1:2:3:4:5:6:7",
      "g::",
    ])
      expect(isAllowed(text, "public"), text).to.equal(false);
  });

  it("the address of an endpoint is read as Node reads it, whatever its spelling", () => {
    const list = new BlockList();
    for (const [prefix, bits, type] of [
      ["10.0.0.0", 8, "ipv4"],
      ["172.16.0.0", 12, "ipv4"],
      ["192.168.0.0", 16, "ipv4"],
      ["169.254.0.0", 16, "ipv4"],
      ["127.0.0.0", 8, "ipv4"],
      ["100.64.0.0", 10, "ipv4"],
      ["0.0.0.0", 8, "ipv4"],
      ["::1", 128, "ipv6"],
      ["fc00::", 7, "ipv6"],
      ["fe80::", 10, "ipv6"],
    ] as const) {
      list.addSubnet(prefix, bits, type);
    }
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        expect(bytesOf(address)?.length).to.equal(isIPv4(address) ? 4 : 16);
        if (list.check(address, isIPv4(address) ? "ipv4" : "ipv6")) {
          expect(isAllowed(address, "public"), address).to.equal(false);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
