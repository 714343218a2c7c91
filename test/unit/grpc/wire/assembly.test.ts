// The assembly of messages from chunks of any size; large messages wait until memory is reserved for them.
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { BodyTooLarge, TooManyRequests } from "../../../../src/errors/server.ts";
import { Assembly } from "../../../../src/grpc/wire/assembly.ts";
import { GRANTED_BODY_BYTES } from "../../../../src/schema/limits.ts";
import { framed } from "../../../support/raw-grpc.ts";

const LIMIT = 4 * GRANTED_BODY_BYTES;

describe("a message of a gRPC call", () => {
  let refused: unknown[];
  let granted: number[];
  let taken: number;
  let isPaused: boolean;
  let grant: () => Promise<void>;
  beforeEach(() => {
    refused = [];
    granted = [];
    taken = 0;
    isPaused = false;
    grant = async () => {};
  });

  function assembly(): Assembly {
    const stream = {
      pause: () => (isPaused = true),
      resume: () => (isPaused = false),
    };
    return new Assembly({
      limitBytes: LIMIT,
      take: (bytes) => {
        if (taken + bytes > LIMIT) throw new TooManyRequests("bodies");
        taken += bytes;
      },
      grant: (bytes) => {
        granted.push(bytes);
        return grant();
      },
      refuse: (thrown) => refused.push(thrown),
      stream: stream as never,
    });
  }

  const message = (length: number, first = 7) => framed(Buffer.alloc(length, first));

  it("a message of a gRPC call is assembled whole however it is divided, as are the messages after it", () => {
    const sent = [message(0), message(3), message(20, 9), message(1)];
    const bytes = Buffer.concat(sent);
    for (let size = 1; size <= bytes.length; size++) {
      const reader = assembly();
      const got: Buffer[] = [];
      for (let from = 0; from < bytes.length; from += size)
        got.push(...reader.write(bytes.subarray(from, from + size)));
      expect(got).to.deep.equal(sent);
    }
    expect(granted).to.deep.equal([]);
  });

  it("a message of a gRPC call is read further only when memory for all of it is reserved, if it has megabytes", async () => {
    const sent = message(GRANTED_BODY_BYTES + 10);
    let give = () => {};
    grant = () =>
      new Promise((resolve) => {
        give = resolve;
      });
    const reader = assembly();
    expect(reader.write(sent.subarray(0, 1_000))).to.deep.equal([]);
    expect([isPaused, granted, taken]).to.deep.equal([true, [GRANTED_BODY_BYTES + 10], 0]);
    give();
    await setImmediate();
    expect(isPaused).to.equal(false);
    expect(reader.write(sent.subarray(1_000, 2_000))).to.deep.equal([]);
    expect(reader.write(sent.subarray(2_000))).to.deep.equal([sent]);
    expect(refused).to.deep.equal([]);
  });

  it("a message of a gRPC call stops the stream again if it is resumed before the memory of megabytes is reserved", async () => {
    let give = (): void => {};
    grant = () => new Promise((resolve) => (give = resolve));
    const sent = message(GRANTED_BODY_BYTES + 10);
    const reader = assembly();
    expect(reader.write(Buffer.concat([message(1), sent.subarray(0, 5)]))).to.have.length(1);
    // grpc-js resumes the stream when it has passed the first message on.
    isPaused = false;
    reader.write(sent.subarray(5, 100));
    expect(isPaused).to.equal(true);
    give();
    await setImmediate();
    expect(reader.write(sent.subarray(100))).to.deep.equal([sent]);
  });

  it("a message of a gRPC call is refused when it gets no memory, and nothing of it is kept", async () => {
    grant = () => Promise.reject(new TooManyRequests("bodies"));
    const reader = assembly();
    reader.write(message(GRANTED_BODY_BYTES + 1).subarray(0, 100));
    await setImmediate();
    expect(refused).to.have.length(1);
    expect(refused[0]).to.be.instanceOf(TooManyRequests);
    expect(reader.write(Buffer.alloc(100))).to.deep.equal([]);
  });

  it("a message of a gRPC call is refused by the length in its head", () => {
    assembly().write(message(LIMIT + 1).subarray(0, 5));
    expect(refused[0]).to.be.instanceOf(BodyTooLarge);
    expect(granted).to.deep.equal([]);
  });

  it("a message of a gRPC call reserves memory as it arrives if it is small, and is refused when there is none", () => {
    taken = LIMIT - 10;
    const reader = assembly();
    reader.write(message(100).subarray(0, 15));
    expect(refused).to.deep.equal([]);
    reader.write(Buffer.alloc(1));
    expect(refused[0]).to.be.instanceOf(TooManyRequests);
  });
});
