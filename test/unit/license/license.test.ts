// What a server may hold: keys stack, begin and end at their moments, and a clock that is turned back changes nothing.
import { expect } from "chai";
import { License } from "../../../src/license/license.ts";
import { ThrowAwayIssuer } from "../../support/license.ts";

const issuer = new ThrowAwayIssuer();
const T = Date.parse("2026-06-01T00:00:00Z");
const DAY = 86_400_000;

/** A license whose time and keys a test sets. */
function licenseOf(keys: readonly string[], latestTime = 0) {
  const state = { now: T, keys };
  const { publicKeys } = issuer;
  const license = new License({ keys: () => state.keys, publicKeys, now: () => state.now, latestTime });
  const at = (now: number) => {
    state.now = now;
    expect(license.maxVectors()).to.equal(license.status().max_vectors);
    return license.status();
  };
  return { license, state, at };
}

const COMMUNITY = { edition: "community", max_vectors: 5_000, expires_at: null };
const text = (moment: number) => new Date(moment).toISOString();

describe("a license", () => {
  it("is the Community license without any key", () => {
    expect(licenseOf([]).at(T)).to.deep.equal(COMMUNITY);
  });

  it("has the limits of its key until it expires", () => {
    const { at } = licenseOf([issuer.key(1_000_000, { expiresAt: T + DAY })]);
    const licensed = { edition: "licensed", max_vectors: 1_000_000, expires_at: text(T + DAY) };
    expect(at(T)).to.deep.equal(licensed);
    expect(at(T + DAY - 1)).to.deep.equal(licensed);
    expect(at(T + DAY)).to.deep.equal(COMMUNITY);
  });

  it("has no end with a key that has none", () => {
    expect(licenseOf([issuer.key(7_000)]).at(T)).to.deep.equal({
      edition: "licensed",
      max_vectors: 7_000,
      expires_at: null,
    });
  });

  it("adds up keys, and contains the time at which the next one expires", () => {
    const { at } = licenseOf([
      issuer.key(10_000, { expiresAt: T + 2 * DAY }),
      issuer.key(20_000, { expiresAt: T + DAY }),
    ]);
    expect(at(T)).to.deep.equal({ edition: "licensed", max_vectors: 30_000, expires_at: text(T + DAY) });
    expect(at(T + DAY)).to.deep.equal({
      edition: "licensed",
      max_vectors: 10_000,
      expires_at: text(T + 2 * DAY),
    });
  });

  it("counts an id once, the largest of its keys", () => {
    const id = "the same";
    const { at } = licenseOf([
      issuer.key(10_000, { id, expiresAt: T + DAY }),
      issuer.key(8_000, { id, expiresAt: T + 2 * DAY }),
    ]);
    expect(at(T).max_vectors).to.equal(10_000);
    expect(at(T + DAY).max_vectors).to.equal(8_000);
    expect(at(T + 2 * DAY)).to.deep.equal(COMMUNITY);
  });

  it("counts a repeated key once", () => {
    const key = issuer.key(10_000);
    expect(licenseOf([key, key]).at(T).max_vectors).to.equal(10_000);
  });

  it("counts a key from the moment at which it begins", () => {
    const { at } = licenseOf([issuer.key(6_000), issuer.key(10_000, { notBefore: T + DAY })]);
    expect(at(T)).to.deep.equal({ edition: "licensed", max_vectors: 6_000, expires_at: text(T + DAY) });
    expect(at(T + DAY - 1).max_vectors).to.equal(6_000);
    expect(at(T + DAY).max_vectors).to.equal(16_000);
  });

  it("is the Community license until its first key begins", () => {
    const { at } = licenseOf([issuer.key(10_000, { notBefore: T + DAY })]);
    expect(at(T)).to.deep.equal(COMMUNITY);
    expect(at(T + DAY).edition).to.equal("licensed");
  });

  it("is never less than the Community license", () => {
    const { at } = licenseOf([issuer.key(10, { expiresAt: T + DAY })]);
    expect(at(T)).to.deep.equal({ edition: "licensed", max_vectors: 5_000, expires_at: text(T + DAY) });
  });

  it("ignores times at which nothing changes", () => {
    const id = "prolonged";
    const { at } = licenseOf([
      issuer.key(10_000, { id, expiresAt: T + DAY }),
      issuer.key(10_000, { id, expiresAt: T + 9 * DAY }),
    ]);
    expect(at(T).expires_at).to.equal(text(T + 9 * DAY));
  });

  it("stays within exact numbers", () => {
    const keys = [issuer.key(Number.MAX_SAFE_INTEGER), issuer.key(Number.MAX_SAFE_INTEGER)];
    expect(licenseOf(keys).at(T).max_vectors).to.equal(Number.MAX_SAFE_INTEGER);
  });

  it("does not revive a key when the clock is turned back", () => {
    const { at, license } = licenseOf([issuer.key(10_000, { expiresAt: T + DAY })]);
    expect(at(T + DAY)).to.deep.equal(COMMUNITY);
    expect(at(T)).to.deep.equal(COMMUNITY);
    expect(license.latestTime).to.equal(T + DAY);
  });

  it("does not revive a key that expired in an earlier run", () => {
    const keys = [issuer.key(10_000, { expiresAt: T + DAY })];
    expect(licenseOf(keys, T + DAY).at(T)).to.deep.equal(COMMUNITY);
    expect(licenseOf(keys, T + DAY - 1).at(T).edition).to.equal("licensed");
  });

  it("counts a key as soon as it is added", () => {
    const { at, state } = licenseOf([]);
    expect(at(T).max_vectors).to.equal(5_000);
    state.keys = [issuer.key(9_000)];
    expect(at(T).max_vectors).to.equal(9_000);
  });

  it("leaves out keys of an unknown issuer, with a warning", () => {
    const { at, license } = licenseOf([new ThrowAwayIssuer("gone").key(10_000), issuer.key(6_000)]);
    expect(at(T).max_vectors).to.equal(6_000);
    expect(license.warnings()).to.deep.equal([
      'a license does not count: Invalid product key: it is signed by "gone", which is not among this server\'s license.public_keys',
    ]);
  });

  it("warns of a license that has expired", () => {
    const { at, license } = licenseOf([issuer.key(10_000, { id: "mine", expiresAt: T })]);
    at(T);
    expect(license.warnings()).to.deep.equal([`license mine does not count: it expired at ${text(T)}`]);
  });

  it("warns of a clock that was turned back", () => {
    const { at, license } = licenseOf([issuer.key(10_000)], T + DAY);
    at(T);
    expect(license.warnings()).to.deep.equal([
      `the clock was turned back: licenses go by the latest time that was seen, ${text(T + DAY)}`,
    ]);
    at(T + DAY);
    expect(license.warnings()).to.deep.equal([]);
  });
});
