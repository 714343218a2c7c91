// Which build of the engine runs here: the plain one, or the one with relaxed SIMD, which walks codes quicker.
// The decision: the relaxed build has to earn it. The version of Node comes first, because older ones compile its code
// wrongly until they optimise it (their first compiler multiplied bytes wrongly when it was tried on Node 20); then the
// module has to be accepted; then its kernels have to get fixed vectors right, while their code is as cold as it will
// ever be and again when it has run a little. Whatever fails, the plain build runs, and the reason is kept for the log.
import { checkAbi, instantiateAlone } from "./instance.ts";

export interface ModuleChoice {
  readonly module: WebAssembly.Module;
  readonly build: "release" | "relaxed";
  /** Why this build: a clause for the log. */
  readonly reason: string;
}

/** Where the bytes of the two builds come from; reading may throw. */
interface ModuleSources {
  readonly release: () => BufferSource;
  readonly relaxed: () => BufferSource;
}

const RELAXED_SINCE_NODE = 24;
/** Each takes about a quarter of a millisecond. */
const SELF_TESTS = 10;
const SEED = 0x5e1f;

/** @param node the version that runs this, such as "24.1.0" */
export function chooseModule(sources: ModuleSources, node: string): ModuleChoice {
  const relaxed = relaxedModule(sources, node);
  if (typeof relaxed !== "string") {
    return { module: relaxed, build: "relaxed", reason: "its self-test passed" };
  }
  return { module: new WebAssembly.Module(sources.release()), build: "release", reason: relaxed };
}

/** @returns the module, or why it is not to be used */
function relaxedModule(sources: ModuleSources, node: string): WebAssembly.Module | string {
  if (Number.parseInt(node, 10) < RELAXED_SINCE_NODE) {
    return `relaxed SIMD is used from Node ${RELAXED_SINCE_NODE} on, this is ${node}`;
  }
  try {
    const bytes = sources.relaxed();
    if (!WebAssembly.validate(bytes)) return `Node ${node} does not accept the relaxed build`;
    const module = new WebAssembly.Module(bytes);
    checkAbi(module);
    return selfTest(module) ?? module;
  } catch (error) {
    return `the relaxed build cannot be loaded: ${error instanceof Error ? error.message : error}`;
  }
}

/** @returns what is wrong with the module's kernels, or null */
export function selfTest(module: WebAssembly.Module): string | null {
  const exports = instantiateAlone(module);
  for (let test = 0; test < SELF_TESTS; test++) {
    const dimension = exports.selfTest(SEED + test);
    if (dimension !== 0) {
      return `the relaxed build failed its self-test: wrong distances in dimension ${dimension}, test ${test}`;
    }
  }
  return null;
}
