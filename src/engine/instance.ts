// A module over a memory: how instances are made, what they import, and what their statuses mean.
import type { instantiate } from "../../build/release.js";
import { DamagedImage, InvalidArgument, OutOfMemory, StartRefused, VectorDbError } from "../errors.ts";
import { ABI_VERSION, STATUS } from "./abi.ts";

export type Exports = Awaited<ReturnType<typeof instantiate>>;

/** 4 GiB, as many pages as an address can name. */
export const MAX_PAGES = 65_536;
export const PAGE_BYTES = 65_536;
const FIRST_PAGES = 1;

export function instantiateOver(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports {
  const imports = { env: { memory, abort }, host: { grow: (pages: number) => grow(memory, pages) } };
  return new WebAssembly.Instance(module, imports).exports as unknown as Exports;
}

/** @returns the pages there were before, or -1 */
export function grow(memory: WebAssembly.Memory, pages: number): number {
  try {
    return memory.grow(pages);
  } catch {
    return -1;
  }
}

export function newMemory(maximumPages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: maximumPages, shared: true });
  } catch (cause) {
    throw new OutOfMemory({ cause });
  }
}

/** @throws StartRefused when the module is not the one this host was written for */
export function checkAbi(module: WebAssembly.Module): void {
  const { abiVersion } = instantiateOver(module, newMemory(FIRST_PAGES)) as Partial<Exports>;
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
  if (result === STATUS.InvalidImage) throw new DamagedImage("it leads out of its memory");
  throw new VectorDbError("INTERNAL", `the engine answered status ${result}`);
}

/** What AssemblyScript calls when an assertion fails; release builds have none. */
function abort(): never {
  throw new VectorDbError("INTERNAL", "an assertion failed in the engine");
}
