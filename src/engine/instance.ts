// Creates instances of the module over a memory, provides their imports, and translates their statuses.
import type { instantiate } from "../../build/debug.js";
import { OutOfMemory } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { StartRefused } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { ABI_VERSION, STATUS } from "./abi.ts";
import { newMemory } from "./store-memory.ts";

export type Exports = Awaited<ReturnType<typeof instantiate>>;

/** Copies words of the file of sparse vectors from `first` on to `address`. */
export type ReadWords = (first: number, words: number, address: number) => void;

/**
 * Creates an instance.
 * @param grow grows the memory by `pages` and returns the size before, or -1; absent: it never grows
 * @param readWords absent: no rows are in a file that the module has to read
 */
export function instantiateOver(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  grow: (pages: number) => number = () => -1,
  readWords: ReadWords = noFile,
): Exports {
  const imports = { env: { memory, abort }, host: { grow, readWords } };
  return new WebAssembly.Instance(module, imports).exports as unknown as Exports;
}

/** Creates an instance over a memory of one page, for functions that need no vector store. */
export function instantiateAlone(module: WebAssembly.Module): Exports {
  return instantiateOver(module, newMemory(1, MemoryLimit.unlimited()));
}

/** @throws StartRefused if the module has another ABI version */
export function checkAbi(module: WebAssembly.Module): void {
  const { abiVersion } = instantiateAlone(module) as Partial<Exports>;
  const version = typeof abiVersion === "function" ? abiVersion() : "none";
  if (version === ABI_VERSION) return;
  throw new StartRefused(
    `The engine module has ABI version ${version}, this server needs ${ABI_VERSION}. ` +
      "The installation is mixed up: install the package again, or run `npm run build` in a checkout.",
  );
}

/** Returns a count unchanged and throws an error for a negative status. */
export function check(result: number): number {
  if (result >= 0) return result;
  if (result === STATUS.OutOfMemory) throw new OutOfMemory();
  if (result === STATUS.InvalidArgument) throw new InvalidArgument("the engine refused an argument");
  throw new VectorDbError("INTERNAL", `the engine answered status ${result}`);
}

function noFile(): never {
  throw new VectorDbError("INTERNAL", "the engine asked for rows of a file, and there is none");
}

/** Called by AssemblyScript when an assertion fails; release builds have none. */
function abort(): never {
  throw new VectorDbError("INTERNAL", "an assertion failed in the engine");
}
