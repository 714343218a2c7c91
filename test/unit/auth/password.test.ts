// The scrypt hash of a password: right and wrong passwords, one hash at a time, and memory that is reserved only for
// its run.
import { scryptSync } from "node:crypto";
import { expect } from "chai";
import { PasswordHasher } from "../../../src/auth/password.ts";
import { TooManyLogins } from "../../../src/errors/auth.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";

const COST = 2 ** 10;
const BYTES = 128 * COST * 8;
const GOOD = "Blue7 kettle!";

const hasherWith = (memory = MemoryLimit.unlimited(), cost = COST) => new PasswordHasher({ cost, memory });

/** The results of the calls in their order, errors as their texts. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => (one.status === "fulfilled" ? "done" : one.reason.constructor.name));
}

describe("the stored record of a password", () => {
  it("the stored record of a password is scrypt of the password in UTF-8, with a salt of 16 bytes and a hash of 32", async () => {
    const record = await hasherWith().hash(GOOD);
    const salt = Buffer.from(record.salt, "base64url");
    expect(salt).to.have.length(16);
    expect(record).to.deep.equal({
      n: COST,
      r: 8,
      p: 1,
      salt: record.salt,
      hash: scryptSync(GOOD, salt, 32, { N: COST, r: 8, p: 1 }).toString("base64url"),
    });
  });

  it("the stored record of a password is different each time", async () => {
    const hasher = hasherWith();
    expect((await hasher.hash(GOOD)).hash).not.to.equal((await hasher.hash(GOOD)).hash);
  });

  it("the stored record of a password can be made at the highest usual cost, which needs more memory than Node allows by default", async () => {
    const hasher = hasherWith(MemoryLimit.unlimited(), 2 ** 15);
    expect(await hasher.verify(GOOD, await hasher.hash(GOOD))).to.equal(true);
  });

  it("the stored record of a password is not made of a password that violates the policy", async () => {
    const [outcome] = await Promise.allSettled([hasherWith().hash(`${GOOD}\ud800`)]);
    expect((outcome as PromiseRejectedResult).reason).to.be.instanceOf(InvalidArgument);
  });
});

describe("the check of a password", () => {
  it("the check of a password accepts the password that its record was made of", async () => {
    const hasher = hasherWith();
    const record = await hasher.hash(GOOD);
    expect(await hasher.verify(GOOD, record)).to.equal(true);
    for (const wrong of ["", "blue7 kettle!", `${GOOD} `, ` ${GOOD}`, `${GOOD}\u0000`, GOOD.slice(0, -1)]) {
      expect(await hasher.verify(wrong, record), JSON.stringify(wrong)).to.equal(false);
    }
  });

  it("the check of a password accepts only the complete password: a truncated one is refused", async () => {
    const hasher = hasherWith();
    const long = `${GOOD}${"x".repeat(1_024 - GOOD.length)}`;
    const record = await hasher.hash(long);
    expect(await hasher.verify(long, record)).to.equal(true);
    expect(await hasher.verify(`${long.slice(0, -1)}y`, record)).to.equal(false);
    expect(await hasher.verify(`${long}x`, record)).to.equal(false);
  });

  it("the check of a password accepts the password in every composition of its Unicode characters", async () => {
    const hasher = hasherWith();
    const record = await hasher.hash("Caf\u00e9 7 kettle!");
    expect(await hasher.verify("Cafe\u0301 7 kettle!", record)).to.equal(true);
    expect(await hasher.verify("Caf\u00e9\u00a07 kettle!", record)).to.equal(true);
    expect(await hasher.verify("Cafe 7 kettle!", record)).to.equal(false);
  });

  it("the check of a password uses the cost of the record, whatever the cost of new records is", async () => {
    const record = await hasherWith(MemoryLimit.unlimited(), 2 ** 11).hash(GOOD);
    expect(await hasherWith().verify(GOOD, record)).to.equal(true);
  });

  it("the check of a password refuses every password for a record whose hash is truncated or empty", async () => {
    const hasher = hasherWith();
    const record = await hasher.hash(GOOD);
    for (const hash of ["", record.hash.slice(0, 20), `${record.hash}AAAA`]) {
      expect(await hasher.verify(GOOD, { ...record, hash })).to.equal(false);
    }
  });

  it("the check of a password refuses a very long password without computing a hash", async () => {
    const hasher = hasherWith();
    expect(await hasher.verify("x".repeat(1e7), await hasher.hash(GOOD))).to.equal(false);
  });
});

describe("the replacement of a password's record", () => {
  it("the replacement of a password's record is due when the cost of the record differs from the configured one, and not otherwise", async () => {
    const record = await hasherWith().hash(GOOD);
    expect(hasherWith().needsRehash(record)).to.equal(false);
    expect(hasherWith(MemoryLimit.unlimited(), 2 ** 11).needsRehash(record)).to.equal(true);
    expect(hasherWith().needsRehash({ ...record, r: 4 })).to.equal(true);
    expect(hasherWith().needsRehash({ ...record, p: 3 })).to.equal(true);
  });
});

describe("many logins at once", () => {
  it("many logins at once run one at a time while four wait, and the others get an error with a time to retry", async () => {
    const hasher = hasherWith();
    const record = await hasher.hash(GOOD);
    const calls = Array.from({ length: 7 }, () => hasher.verify(GOOD, record));
    expect(await outcomes(calls)).to.deep.equal([...Array(5).fill("done"), "TooManyLogins", "TooManyLogins"]);
    const error = await calls[6]!.catch((thrown: TooManyLogins) => thrown);
    expect(error).to.be.instanceOf(TooManyLogins);
    expect((error as TooManyLogins).retryAfterSeconds).to.equal(1);
    expect((error as TooManyLogins).message).to.equal("Too many logins are under way; try again in a moment");
  });

  it("many logins at once let another login wait when one has ended", async () => {
    const hasher = hasherWith();
    const first = Array.from({ length: 5 }, () => hasher.hash(GOOD));
    await Promise.all(first);
    expect(await outcomes(Array.from({ length: 5 }, () => hasher.hash(GOOD)))).to.deep.equal(
      Array(5).fill("done"),
    );
  });

  it("many logins at once reserve memory for one at a time, and release it", async () => {
    const memory = MemoryLimit.of(BYTES);
    const hasher = hasherWith(memory);
    const calls = outcomes(Array.from({ length: 5 }, () => hasher.hash(GOOD)));
    await Promise.resolve();
    expect(memory.used).to.equal(BYTES);
    expect(await calls).to.deep.equal(Array(5).fill("done"));
    expect(memory.used).to.equal(0);
  });

  it("many logins at once are refused only for lack of memory, and served when memory is free again", async () => {
    const memory = MemoryLimit.of(BYTES);
    const hasher = hasherWith(memory);
    memory.reserve(1, "passing");
    expect(await outcomes([hasher.hash(GOOD), hasher.hash(GOOD)])).to.deep.equal([
      "OutOfMemory",
      "OutOfMemory",
    ]);
    expect(memory.used).to.equal(1);
    memory.release(1);
    expect(await outcomes([hasher.hash(GOOD)])).to.deep.equal(["done"]);
    expect(new OutOfMemory().message).to.equal("out of memory");
  });

  it("many logins at once are not affected by an invalid record of one of them", async () => {
    const memory = MemoryLimit.unlimited();
    const hasher = hasherWith(memory);
    const record = await hasher.hash(GOOD);
    const calls = [hasher.verify(GOOD, { ...record, n: 3 }), hasher.verify(GOOD, record)];
    expect((await outcomes(calls))[1]).to.equal("done");
    expect(memory.used).to.equal(0);
  });
});
