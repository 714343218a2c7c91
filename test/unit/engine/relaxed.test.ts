// The choice of the engine's build, and the self-test that refuses a build with wrong kernels. Node 20 cannot run the
// relaxed build, so here an intact plain build, or one that was broken on purpose, takes its place.
// test/slow/relaxed.test.ts runs the real one under Node 24.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { chooseModule, selfTest } from "../../../src/engine/choose-module.ts";
import { chooseBuild } from "../../../src/engine/node-threads.ts";
import { BUILDS } from "./fixtures.ts";

const bytesOf = (build: string) => readFileSync(new URL(`../../../build/${build}.wasm`, import.meta.url));
const RELEASE = bytesOf("release");
const RELAXED = bytesOf("relaxed");
const MAJOR = Number.parseInt(process.versions.node, 10);

type Bytes = Uint8Array<ArrayBuffer>;

/** i32x4.dot_i16x8_s and i32x4.mul as bytes: they have the same types and compute different numbers. */
const DOT = "fdba01";
const MUL = "fdb501";

/** The plain build with kernels that multiply wrongly. */
function brokenBuild(): Bytes {
  const broken = Uint8Array.from(Buffer.from(RELEASE.toString("hex").replaceAll(DOT, MUL), "hex"));
  expect(WebAssembly.validate(broken)).to.equal(true);
  return broken;
}

const choose = (relaxed: () => Bytes, node = "24.0.0") =>
  chooseModule({ release: () => RELEASE, relaxed }, node);

describe("the chosen build of the engine", () => {
  const expected = MAJOR >= 24 ? "relaxed" : "release";
  it(`the chosen build is the ${expected} one on Node ${MAJOR}`, () => {
    const { build, reason } = chooseBuild();
    expect(build, reason).to.equal(expected);
  });

  it("the chosen build is the plain one on Node 20, where the relaxed one is not read", () => {
    const unread = () => {
      throw new Error("it was read");
    };
    const { build, module, reason } = choose(unread, "20.20.2");
    expect(build).to.equal("release");
    expect(module).to.be.instanceOf(WebAssembly.Module);
    expect(reason).to.equal("relaxed SIMD is used from Node 24 on, this is 20.20.2");
  });

  it("the chosen build is the plain one on Node 22, which would accept the relaxed one", () => {
    expect(choose(() => RELEASE, "22.12.0").build).to.equal("release");
  });

  it(`the chosen build is never a relaxed one that Node ${MAJOR} itself refuses`, () => {
    expect(WebAssembly.validate(RELAXED)).to.equal(MAJOR > 20);
    if (MAJOR <= 20) {
      const { build, reason } = choose(() => RELAXED);
      expect({ build, reason }).to.deep.equal({
        build: "release",
        reason: "Node 24.0.0 does not accept the relaxed build",
      });
    }
  });

  it("the chosen build is the relaxed one when Node is new enough and the self-test passes", () => {
    const { build, reason } = choose(() => RELEASE);
    expect({ build, reason }).to.deep.equal({ build: "relaxed", reason: "its self-test passed" });
  });

  it("the chosen build is the plain one when the kernels of the relaxed one are wrong, with the place in the reason", () => {
    const { build, reason } = choose(brokenBuild);
    expect(build).to.equal("release");
    expect(reason).to.match(/failed its self-test: wrong distances in dimension \d+, test 0$/);
  });

  it("the chosen build is the plain one when the relaxed one cannot be read or is not a module of the engine", () => {
    const missing = choose(() => bytesOf("absent"));
    expect(missing.build).to.equal("release");
    expect(missing.reason).to.contain("cannot be loaded: ENOENT");
    const empty = choose(() => Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    expect(empty.build).to.equal("release");
    expect(empty.reason).to.contain("cannot be loaded: The engine module has ABI version none");
  });
});

describe("the self-test of the kernels", () => {
  for (const [build, module] of Object.entries(BUILDS)) {
    it(`the self-test of the kernels passes in the ${build} build`, () => {
      expect(selfTest(module)).to.equal(null);
    });
  }

  it("the self-test of the kernels fails when the kernels are wrong", () => {
    expect(selfTest(new WebAssembly.Module(brokenBuild()))).to.be.a("string");
  });
});
