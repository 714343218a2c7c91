// The bytes of messages between servers: what can be in them, and what is refused.
import { expect } from "chai";
import { packed, unpacked } from "../../../../src/core/sharding/wire/pack.ts";
import { DamagedMessage } from "../../../../src/errors/sharding.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import {
  between,
  countOf,
  bytes as drawnBytes,
  pick,
  type Random,
  roundRandom,
  seedOf,
} from "../../../support/chance.ts";
import { resealed } from "./damaged-messages.ts";

const pack = (value: unknown) => runWhole(packed(value));
const unpack = (bytes: Uint8Array) => runWhole(unpacked(bytes));
const ROUNDS = countOf("ROUNDS", 300);

/** Returns a value of any form that messages have. */
function drawnValue(random: Random, depth = 0): unknown {
  const numbers = () => Array.from({ length: between(random, 0, 9) }, () => (random() - 0.5) * 1e9);
  const leaves: readonly (() => unknown)[] = [
    () => pick(random, [0, -0, 1.5, Number.NaN, Infinity, -Infinity, 2 ** 53 - 1, 5e-324, -1]),
    () => pick(random, [0n, 2n ** 64n - 1n, -(2n ** 63n)]),
    () => pick(random, ["", "a", "$f32", "__proto__", "\ud83d\ude00 é", "\u0000", "\ufeffbom"]),
    () => pick(random, [null, true, false]),
    () => drawnBytes(random, between(random, 0, 11)),
    () => Float32Array.from(numbers()),
    () => Uint32Array.from(numbers()),
    () => Float64Array.from(numbers()),
    () => Array.from({ length: 70 }, () => pick(random, ["", "x", "long ".repeat(9), "\u{10ffff}"])),
  ];
  if (depth > 3 || random() < 0.5) return pick(random, leaves)();
  const length = between(random, 0, 4);
  if (random() < 0.5) return Array.from({ length }, () => drawnValue(random, depth + 1));
  return Object.fromEntries(Array.from({ length }, (_, i) => [`m${i}`, drawnValue(random, depth + 1)]));
}

describe("messages between servers as bytes", () => {
  const seed = seedOf();

  it(`any value of numbers, texts, lists, objects and typed arrays is the same behind its bytes (SEED=${seed})`, () => {
    for (let round = 0; round < ROUNDS; round++) {
      const value = drawnValue(roundRandom(seed, round));
      expect(unpack(pack(value)), `SEED=${seed}, round ${round}`).to.deep.equal(value);
    }
  });

  it("a value is the same behind bytes that begin at an odd address", () => {
    const value = { a: Float64Array.of(0.1, -0), b: [Uint32Array.of(7)] };
    const sent = pack(value);
    const odd = new Uint8Array(sent.length + 3);
    odd.set(sent, 3);
    expect(unpack(odd.subarray(3))).to.deep.equal(value);
  });

  it("typed arrays of bytes that begin on a boundary are read without a copy", () => {
    const sent = pack({ a: Float32Array.of(1, 2) });
    const { a } = unpack(sent) as { a: Float32Array };
    expect(a.buffer).to.equal(sent.buffer);
  });

  it("undefined members are left out", () => {
    expect(unpack(pack({ a: undefined, b: 1 }))).to.deep.equal({ b: 1 });
  });

  it(`a message with a changed byte is refused (SEED=${seed})`, () => {
    const random = roundRandom(seed, 1);
    const sent = pack({ ids: Uint32Array.of(1, 2, 3), text: "abc", n: 0.5 });
    for (let at = 0; at < sent.length; at++) {
      const damaged = sent.slice();
      damaged[at]! ^= 1 << between(random, 0, 7);
      expect(() => unpack(damaged), `byte ${at}`).to.throw(DamagedMessage);
    }
  });

  it("a message without its end, or with more behind it, is refused", () => {
    const sent = pack({ ids: Uint32Array.of(1, 2, 3) });
    for (let length = 0; length < sent.length; length++)
      expect(() => unpack(sent.slice(0, length)), `${length} bytes`).to.throw(DamagedMessage);
    const longer = new Uint8Array(sent.length + 8);
    longer.set(sent);
    expect(() => unpack(longer)).to.throw(DamagedMessage);
  });

  it("a message of another version is refused by a text that says so", () => {
    const other = pack({});
    new Uint32Array(other.buffer)[1] = 3;
    expect(() => unpack(resealed(other))).to.throw(DamagedMessage, "its version is 3, and ours 2");
  });

  it(`bytes that are changed under a right checksum are another value or a DamagedMessage (SEED=${seed})`, () => {
    for (let round = 0; round < ROUNDS; round++) {
      const random = roundRandom(seed, 1000 + round);
      const sent = pack(drawnValue(random));
      for (let changes = between(random, 1, 4); changes > 0; changes--)
        sent[between(random, 0, sent.length - 1)] = between(random, 0, 255);
      try {
        unpack(resealed(sent));
      } catch (error) {
        expect(error, `SEED=${seed}, round ${round}`).to.be.instanceOf(DamagedMessage);
      }
    }
  });
});
