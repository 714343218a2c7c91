// Chooses the build of the engine: the plain one, or the one with relaxed SIMD, which walks codes faster.
// The decision: the relaxed build is used only after checks. The version of Node comes first, because older ones
// compile its code wrongly until they optimise it (their first compiler multiplied bytes wrongly when it was tried on
// Node 20). Then the module has to compile. Then its kernels have to compute fixed vectors correctly, both cold and
// after a few runs. If a check fails, the plain build runs, and the reason is kept for the log.
import { checkAbi, instantiateAlone } from "./instance.ts";

export interface ModuleChoice {
  readonly module: WebAssembly.Module;
  readonly build: "release" | "relaxed";
  /** The reason for the choice: a clause for the log. */
  readonly reason: string;
}

/** Returns the bytes of the two builds; reading may throw. */
interface ModuleSources {
  readonly release: () => BufferSource;
  readonly relaxed: () => BufferSource;
}

const RELAXED_SINCE_NODE = 24;
/** The number of runs of the self-test; each takes about a quarter of a millisecond. */
const SELF_TESTS = 10;
const SEED = 0x5e1f;

/** Chooses and compiles a build. @param node the version of Node that runs it, such as "24.1.0" */
export function chooseModule(sources: ModuleSources, node: string): ModuleChoice {
  const relaxed = relaxedModule(sources, node);
  if (typeof relaxed !== "string") {
    return { module: relaxed, build: "relaxed", reason: "its self-test passed" };
  }
  return { module: new WebAssembly.Module(sources.release()), build: "release", reason: relaxed };
}

/** @returns the module, or the reason why it cannot be used */
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

/** Tests the kernels of a module. @returns what is wrong with them, or null */
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
