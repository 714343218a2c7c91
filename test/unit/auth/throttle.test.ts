// The throttle of logins: how often a password may be guessed in a row, in parallel, from one address, from many
// addresses, and from the server's own machine.
import { expect } from "chai";
import { LoginThrottle } from "../../../src/auth/throttle.ts";
import { TooManyLogins } from "../../../src/errors/auth.ts";
import { HandClock, thrownBy } from "./fixtures.ts";

const THERE = "192.0.2.1";
const ELSEWHERE = "198.51.100.7";
const HERE = "127.0.0.1";

function setUp() {
  const clock = new HandClock();
  const throttle = new LoginThrottle(clock.now);
  return {
    clock,
    throttle,
    /** Fails the given number of logins, each as soon as it is allowed. @returns the seconds of delay before each */
    fail(times: number, address: string | (() => string) = THERE, isLocal = false): number[] {
      return Array.from({ length: times }, () => {
        const from = typeof address === "string" ? address : address();
        const seconds = this.waitOf(from, isLocal);
        clock.pass(seconds);
        throttle.begin(from, isLocal).failed();
        return seconds;
      });
    },
    /** The seconds of delay that a login gets; 0 if it may begin at once. A login that begins ends without a result. */
    waitOf(address: string, isLocal = false): number {
      try {
        throttle.begin(address, isLocal).unjudged();
        return 0;
      } catch (error) {
        expect(error).to.be.instanceOf(TooManyLogins);
        return (error as TooManyLogins).retryAfterSeconds;
      }
    },
    refusalOf(address: string, isLocal = false): TooManyLogins {
      return thrownBy(TooManyLogins, () => throttle.begin(address, isLocal));
    },
  };
}

describe("failed logins from one address", () => {
  it("failed logins from one address cause no delay five times, then 1, 2, 4 ... 60 seconds", () => {
    expect(setUp().fail(13)).to.deep.equal([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it("failed logins from one address report the remaining delay to the second", () => {
    const { clock, fail, waitOf, refusalOf } = bound();
    fail(8);
    expect(refusalOf(THERE).message).to.equal("Too many failed logins; try again in 8 s");
    clock.pass(7.5);
    expect(waitOf(THERE)).to.equal(1);
    clock.pass(0.5);
    expect(waitOf(THERE)).to.equal(0);
  });

  it("failed logins from one address delay the next login from their end on, so that a slow one does not shorten the delay", () => {
    const { clock, throttle, fail, waitOf } = bound();
    fail(5);
    clock.pass(1);
    const slow = throttle.begin(THERE, false);
    clock.pass(2);
    slow.failed();
    expect(waitOf(THERE)).to.equal(2);
  });

  it("failed logins from one address are not counted while the delay runs", () => {
    const { fail, waitOf } = bound();
    fail(6);
    for (let i = 0; i < 50; i++) expect(waitOf(THERE)).to.equal(2);
  });

  it("failed logins from one address are forgotten after a successful login", () => {
    const { clock, throttle, fail } = bound();
    fail(9);
    clock.pass(60);
    throttle.begin(THERE, false).succeeded();
    expect(fail(6)).to.deep.equal([0, 0, 0, 0, 0, 1]);
  });

  it("failed logins from one address are not forgotten by waiting", () => {
    const { clock, fail, waitOf } = bound();
    fail(9);
    clock.pass(1e6);
    fail(1);
    expect(waitOf(THERE)).to.equal(32);
  });

  it("failed logins from one address are counted for a whole /64 in IPv6, and for an IPv4 address in all of its spellings", () => {
    const { clock, fail, throttle } = bound();
    let n = 0;
    fail(9, () => `2001:db8::${(n++).toString(16)}`);
    clock.pass(60);
    throttle.begin(ELSEWHERE, false).succeeded();
    fail(1, "2001:db8:0:1::1");
    expect(fail(1, "2001:db8::ffff")).to.deep.equal([0]);
    expect(fail(1, "2001:db8::1")).to.deep.equal([32]);
  });
});

describe("parallel logins from one address", () => {
  it("parallel logins from one address count as failed while they run: five may run at once, and no sixth", () => {
    const { throttle, waitOf } = bound();
    for (let i = 0; i < 5; i++) throttle.begin(THERE, false);
    expect(waitOf(THERE)).to.equal(1);
  });

  it("parallel logins from one address allow no more attempts in an hour than logins one after the other", () => {
    const one = bound();
    let inTurn = 0;
    for (let spent = 0; spent <= 3_600; inTurn++) spent += one.fail(1)[0]!;
    const { clock, throttle } = bound();
    let runWhole = 0;
    const underWay: { failed(): void }[] = [];
    for (let second = 0; second <= 3_600; second++, clock.pass(1)) {
      for (let i = 0; i < 10; i++) {
        try {
          underWay.push(throttle.begin(THERE, false));
          runWhole++;
        } catch (error) {
          expect(error).to.be.instanceOf(TooManyLogins);
          break; // the others of this second are refused as well
        }
      }
      if (second % 7 === 0) underWay.shift()?.failed();
    }
    expect(runWhole).to.be.at.most(inTurn);
  });

  it("parallel logins from one address stay counted when another one succeeds meanwhile", () => {
    const { throttle, waitOf } = bound();
    const [right, ...wrong] = Array.from({ length: 5 }, () => throttle.begin(THERE, false));
    right!.succeeded();
    for (const attempt of wrong) attempt.failed();
    throttle.begin(THERE, false).failed();
    expect(waitOf(THERE)).to.equal(1);
  });

  it("parallel logins from one address end once: a second result of the same login is ignored", () => {
    const { throttle, waitOf, fail } = bound();
    fail(4);
    const attempt = throttle.begin(THERE, false);
    attempt.failed();
    attempt.succeeded();
    attempt.unjudged();
    attempt.failed();
    expect(waitOf(THERE)).to.equal(1);
  });

  it("parallel logins from one address get no further delay when the password was not checked", () => {
    const { clock, throttle, fail, waitOf } = bound();
    fail(9);
    clock.pass(16);
    throttle.begin(THERE, false).unjudged();
    expect(waitOf(THERE)).to.equal(0);
  });

  it("parallel logins from one address are not counted when the password was not checked", () => {
    const { throttle, fail } = bound();
    for (let i = 0; i < 50; i++) throttle.begin(THERE, false).unjudged();
    expect(fail(6)).to.deep.equal([0, 0, 0, 0, 0, 1]);
  });
});

describe("failed logins from many addresses", () => {
  it("failed logins from many addresses are counted together", () => {
    const { fail } = bound();
    let n = 0;
    expect(fail(9, () => `10.0.0.${Math.floor(n++ / 2)}`)).to.deep.equal([0, 0, 0, 0, 0, 1, 2, 4, 8]);
  });

  it("failed logins from many addresses are all forgotten after a success, but for those of one address", () => {
    const { throttle, fail, waitOf } = bound();
    const right = throttle.begin(ELSEWHERE, false);
    fail(6);
    expect([waitOf(THERE), waitOf(ELSEWHERE)]).to.deep.equal([4, 4]);
    right.succeeded();
    expect([waitOf(THERE), waitOf(ELSEWHERE)]).to.deep.equal([2, 0]);
  });

  it("failed logins from many addresses are remembered for the latest 10,000 addresses", () => {
    const { clock, throttle, fail } = bound();
    const passOn = (address: string) => {
      clock.pass(3_600);
      throttle.begin(address, false).failed();
      clock.pass(3_600);
      throttle.begin("owner", false).succeeded();
    };
    let n = 0;
    const passOnMany = (times: number) => {
      for (const last = n + times; n < last; n++) passOn(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    };
    fail(7, THERE);
    passOnMany(9_998); // with THERE and the owner's address these fill the 10,000
    expect(fail(1, THERE)).to.deep.equal([0]);
    passOnMany(9_998);
    expect(fail(2, THERE)).to.deep.equal([0, 16]);
    passOnMany(10_000);
    expect(fail(6, THERE)).to.deep.equal([0, 0, 0, 0, 0, 1]);
  });
});

describe("a hundred failed logins in a row", () => {
  it("a hundred failed logins in a row stop all logins from other machines for an hour, with an error that says what to do", () => {
    const { fail, refusalOf } = bound();
    fail(100);
    for (const address of [THERE, ELSEWHERE]) {
      const { message, retryAfterSeconds } = refusalOf(address);
      expect(retryAfterSeconds).to.equal(3_600);
      expect(message).to.equal(
        "Too many failed logins; try again in 3600 s, log in on the server's own machine " +
          "or run azimuth admin reset-password there",
      );
    }
  });

  it("a hundred failed logins in a row leave one attempt an hour", () => {
    const { fail } = bound();
    fail(100);
    expect(fail(3)).to.deep.equal([3_600, 3_600, 3_600]);
  });

  it("a hundred failed logins in a row are forgotten when one of the hourly attempts succeeds", () => {
    const { clock, throttle, fail } = bound();
    fail(100);
    clock.pass(3_600);
    throttle.begin(THERE, false).succeeded();
    expect(fail(1, ELSEWHERE)).to.deep.equal([0]);
  });
});

describe("logins from the server's own machine", () => {
  it("logins from the server's own machine are allowed whatever logins from other machines have failed", () => {
    const { throttle, fail, waitOf } = bound();
    fail(100);
    expect(waitOf(HERE, true)).to.equal(0);
    throttle.begin(HERE, true).succeeded();
  });

  it("logins from the server's own machine wait for 60 seconds at most, however many have failed", () => {
    const { fail } = bound();
    expect(fail(150, HERE, true).slice(-40)).to.deep.equal(Array(40).fill(60));
  });

  it("logins from the server's own machine are counted together for all loopback addresses", () => {
    const { fail } = bound();
    let n = 0;
    expect(fail(8, () => `127.0.0.${++n}`, true)).to.deep.equal([0, 0, 0, 0, 0, 1, 2, 4]);
  });

  it("logins from the server's own machine are not counted for logins from other machines", () => {
    const { fail, waitOf } = bound();
    fail(150, HERE, true);
    expect(waitOf(THERE)).to.equal(0);
    expect(waitOf(HERE)).to.equal(0); // the same address, reported by a proxy
  });
});

/** {@link setUp} with bound methods, so that tests can destructure them. */
function bound() {
  const made = setUp();
  return {
    ...made,
    fail: made.fail.bind(made),
    waitOf: made.waitOf.bind(made),
    refusalOf: made.refusalOf.bind(made),
  };
}
