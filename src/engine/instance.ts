// A module over a memory: how instances are made, what they import, and what their statuses mean.
import type { instantiate } from "../../build/debug.js";
import { OutOfMemory } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { StartRefused } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import { ABI_VERSION, STATUS } from "./abi.ts";
import { newMemory } from "./segment-memory.ts";

export type Exports = Awaited<ReturnType<typeof instantiate>>;

/** @param grow makes the memory grow by so many pages and returns how many there were, or -1; unless given it never grows */
export function instantiateOver(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  grow: (pages: number) => number = () => -1,
): Exports {
  const imports = { env: { memory, abort }, host: { grow } };
  return new WebAssembly.Instance(module, imports).exports as unknown as Exports;
}

/** A module over a page of its own, for what needs no segment. */
export function instantiateAlone(module: WebAssembly.Module): Exports {
  return instantiateOver(module, newMemory(1, MemoryLimit.unlimited()));
}

/** @throws StartRefused when the module is not the one this host was written for */
export function checkAbi(module: WebAssembly.Module): void {
  const { abiVersion } = instantiateAlone(module) as Partial<Exports>;
  const version = typeof abiVersion === "function" ? abiVersion() : "none";
  if (version === ABI_VERSION) return;
  throw new StartRefused(
    `The engine module has ABI version ${version}, this server needs ${ABI_VERSION}. ` +
      "The installation is mixed up: install the package again, or run `npm run build` in a checkout.",
  );
}

/** Passes counts through; makes an error of any negative status. */
export function check(result: number): number {
  if (result >= 0) return result;
  if (result === STATUS.OutOfMemory) throw new OutOfMemory();
  if (result === STATUS.InvalidArgument) throw new InvalidArgument("the engine refused an argument");
  throw new VectorDbError("INTERNAL", `the engine answered status ${result}`);
}

/** What AssemblyScript calls when an assertion fails; release builds have none. */
function abort(): never {
  throw new VectorDbError("INTERNAL", "an assertion failed in the engine");
}
