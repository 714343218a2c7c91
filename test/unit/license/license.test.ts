// The license of a server: product keys add up, begin and expire at their times, and a clock that is set back changes
// nothing.
import { expect } from "chai";
import { License } from "../../../src/license/license.ts";
import { ThrowAwayIssuer } from "../../support/license.ts";

const issuer = new ThrowAwayIssuer();
const T = Date.parse("2026-06-01T00:00:00Z");
const DAY = 86_400_000;

/** A license whose time and product keys a test sets. */
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

describe("the license of a server", () => {
  it("the license of a server is the Community license without product keys", () => {
    expect(licenseOf([]).at(T)).to.deep.equal(COMMUNITY);
  });

  it("the license of a server has the limits of its product key until that expires", () => {
    const { at } = licenseOf([issuer.key(1_000_000, { expiresAt: T + DAY })]);
    const licensed = { edition: "licensed", max_vectors: 1_000_000, expires_at: text(T + DAY) };
    expect(at(T)).to.deep.equal(licensed);
    expect(at(T + DAY - 1)).to.deep.equal(licensed);
    expect(at(T + DAY)).to.deep.equal(COMMUNITY);
  });

  it("the license of a server does not expire with a product key that does not expire", () => {
    expect(licenseOf([issuer.key(7_000)]).at(T)).to.deep.equal({
      edition: "licensed",
      max_vectors: 7_000,
      expires_at: null,
    });
  });

  it("the license of a server adds up product keys, and contains the time at which the next one expires", () => {
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

  it("the license of a server counts product keys with the same id once, with the largest of their limits", () => {
    const id = "the same";
    const { at } = licenseOf([
      issuer.key(10_000, { id, expiresAt: T + DAY }),
      issuer.key(8_000, { id, expiresAt: T + 2 * DAY }),
    ]);
    expect(at(T).max_vectors).to.equal(10_000);
    expect(at(T + DAY).max_vectors).to.equal(8_000);
    expect(at(T + 2 * DAY)).to.deep.equal(COMMUNITY);
  });

  it("the license of a server counts a repeated product key once", () => {
    const key = issuer.key(10_000);
    expect(licenseOf([key, key]).at(T).max_vectors).to.equal(10_000);
  });

  it("the license of a server counts a product key from the moment at which it begins", () => {
    const { at } = licenseOf([issuer.key(6_000), issuer.key(10_000, { notBefore: T + DAY })]);
    expect(at(T)).to.deep.equal({ edition: "licensed", max_vectors: 6_000, expires_at: text(T + DAY) });
    expect(at(T + DAY - 1).max_vectors).to.equal(6_000);
    expect(at(T + DAY).max_vectors).to.equal(16_000);
  });

  it("the license of a server is the Community license until its first product key begins", () => {
    const { at } = licenseOf([issuer.key(10_000, { notBefore: T + DAY })]);
    expect(at(T)).to.deep.equal(COMMUNITY);
    expect(at(T + DAY).edition).to.equal("licensed");
  });

  it("the license of a server is never less than the Community license", () => {
    const { at } = licenseOf([issuer.key(10, { expiresAt: T + DAY })]);
    expect(at(T)).to.deep.equal({ edition: "licensed", max_vectors: 5_000, expires_at: text(T + DAY) });
  });

  it("the license of a server expires when its limits change, and not when one of two keys with the same id ends", () => {
    const id = "prolonged";
    const { at } = licenseOf([
      issuer.key(10_000, { id, expiresAt: T + DAY }),
      issuer.key(10_000, { id, expiresAt: T + 9 * DAY }),
    ]);
    expect(at(T).expires_at).to.equal(text(T + 9 * DAY));
  });

  it("the license of a server has a limit that a number represents exactly, however many keys there are", () => {
    const keys = [issuer.key(Number.MAX_SAFE_INTEGER), issuer.key(Number.MAX_SAFE_INTEGER)];
    expect(licenseOf(keys).at(T).max_vectors).to.equal(Number.MAX_SAFE_INTEGER);
  });

  it("the license of a server does not revive a product key when the clock is set back", () => {
    const { at, license } = licenseOf([issuer.key(10_000, { expiresAt: T + DAY })]);
    expect(at(T + DAY)).to.deep.equal(COMMUNITY);
    expect(at(T)).to.deep.equal(COMMUNITY);
    expect(license.latestTime).to.equal(T + DAY);
  });

  it("the license of a server does not revive a product key that expired in an earlier run", () => {
    const keys = [issuer.key(10_000, { expiresAt: T + DAY })];
    expect(licenseOf(keys, T + DAY).at(T)).to.deep.equal(COMMUNITY);
    expect(licenseOf(keys, T + DAY - 1).at(T).edition).to.equal("licensed");
  });

  it("the license of a server counts a product key as soon as it is added", () => {
    const { at, state } = licenseOf([]);
    expect(at(T).max_vectors).to.equal(5_000);
    state.keys = [issuer.key(9_000)];
    expect(at(T).max_vectors).to.equal(9_000);
  });

  it("the license of a server leaves out product keys of an unknown issuer, with a warning", () => {
    const { at, license } = licenseOf([new ThrowAwayIssuer("gone").key(10_000), issuer.key(6_000)]);
    expect(at(T).max_vectors).to.equal(6_000);
    expect(license.warnings()).to.deep.equal([
      'a license does not count: Invalid product key: it is signed by "gone", which is not among this server\'s license.public_keys',
    ]);
  });

  it("the license of a server warns of a license that has expired", () => {
    const { at, license } = licenseOf([issuer.key(10_000, { id: "mine", expiresAt: T })]);
    at(T);
    expect(license.warnings()).to.deep.equal([`license mine does not count: it expired at ${text(T)}`]);
  });

  it("the license of a server warns of a clock that was set back", () => {
    const { at, license } = licenseOf([issuer.key(10_000)], T + DAY);
    at(T);
    expect(license.warnings()).to.deep.equal([
      `the clock was turned back: licenses go by the latest time that was seen, ${text(T + DAY)}`,
    ]);
    at(T + DAY);
    expect(license.warnings()).to.deep.equal([]);
  });
});
