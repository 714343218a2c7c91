// The buffers of a call to another thread, and of its response: which are copied, and which are transferred.
import { expect } from "chai";
import { Remote, serveCalls } from "../../../src/threads/remote.ts";

interface Served {
  take(bytes: Float32Array): Promise<void>;
}

describe("a call to another thread", () => {
  /** @returns the array that arrives as the only argument */
  function sent(numbers: Float32Array): Float32Array {
    let message: { args: [Float32Array] } | undefined;
    const thread = {
      on() {},
      ref() {},
      unref() {},
      postMessage(posted: unknown) {
        message = posted as typeof message;
      },
      terminate: async () => 0,
    };
    void new Remote<Served>(thread as never).call("take", numbers);
    return message!.args[0];
  }

  it("a call to another thread copies only the array, and not the whole buffer of a view", () => {
    const all = Float32Array.from({ length: 1000 }, (_, i) => i);
    const arrived = sent(all.subarray(10, 13));
    expect([...arrived]).to.deep.equal([10, 11, 12]);
    expect(arrived.buffer.byteLength).to.equal(12);
  });

  it("a call to another thread copies nothing that is whole, or shared", () => {
    const whole = new Float32Array(3);
    expect(sent(whole)).to.equal(whole);
    const shared = new Float32Array(new SharedArrayBuffer(64), 8, 2);
    expect(sent(shared)).to.equal(shared);
  });
});

describe("a thread that is being terminated", () => {
  it("a thread that is being terminated keeps the process alive until it has ended, also when a response arrives meanwhile", async () => {
    let keepsAlive = true;
    let answer: (reply: unknown) => void = () => {};
    let hasEnded: () => void = () => {};
    const thread = {
      on: (event: string, listener: typeof answer) => {
        if (event === "message") answer = listener;
      },
      ref: () => {
        keepsAlive = true;
      },
      unref: () => {
        keepsAlive = false;
      },
      postMessage: () => {},
      // Like a Worker of Node: the caller of `terminate` waits for the end.
      terminate: () => {
        keepsAlive = true;
        return new Promise<void>((resolve) => {
          hasEnded = resolve;
        });
      },
    };
    const remote = new Remote<Served>(thread);
    const call = remote.call("take", new Float32Array(1));
    const ended = remote.terminate();
    answer({ id: 0 });
    await call;
    expect(keepsAlive).to.equal(true);
    hasEnded();
    await ended;
  });
});

describe("a response of another thread", () => {
  /** @returns the buffers that are transferred and not copied */
  async function moved(value: object): Promise<ArrayBuffer[]> {
    let call: (message: unknown) => void = () => {};
    const answered = new Promise<ArrayBuffer[]>((resolve) => {
      const port = {
        on: (_event: "message", listener: typeof call) => {
          call = listener;
        },
        postMessage: (_reply: unknown, transfer: ArrayBuffer[]) => resolve(transfer),
      };
      serveCalls(port as never, { look: async () => value });
    });
    call({ id: 1, method: "look", args: [] });
    return answered;
  }

  it("a response of another thread transfers whole arrays, and no array that is part of another", async () => {
    const whole = new Float32Array(3);
    expect(await moved({ whole, part: new Float32Array(8).subarray(1), n: 1 })).to.deep.equal([whole.buffer]);
    expect(await moved(whole)).to.deep.equal([whole.buffer]);
  });

  it("a response of another thread does not transfer empty arrays, so that they can be returned again", async () => {
    const nothing = { slots: new Uint32Array(0), distances: new Float32Array(0) };
    expect(await moved(nothing)).to.deep.equal([]);
  });
});
