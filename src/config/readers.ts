// Readers of the texts of settings. A reader throws an Error with the expected form; its caller adds the source of the
// text.
import { machineMemory, readMemorySize } from "../memory/machine-memory.ts";

/** An error in a part of a setting. The whole setting is not shown. */
export class WrongPart extends Error {
  /** The path of the part in the setting, with what separates it from the text; "": the whole. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

export function readText(text: string): string {
  if (text.trim() === "") throw new Error("expected a value");
  return text;
}

/** Reads a path. A value with line breaks is refused: it is most likely a key instead of the path of a key. */
export function readPath(text: string): string {
  if (text.trim() === "" || /[\0\r\n]/.test(text)) throw new Error("expected a path");
  return text;
}

export function readBoolean(text: string): boolean {
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw new Error("expected true or false");
}

export function readPort(text: string): number {
  return readInteger(text, 0, 65_535, "a port");
}

export function readMemoryLimit(text: string): number {
  const bytes = readMemorySize(text, machineMemory());
  if (bytes === null) throw new Error("expected a size such as 1500000000, 512MiB, 2GiB or 80%");
  return bytes;
}

/** @param range as in "a size from 1KiB to 64MiB" */
export function readSize(text: string, lowest: number, highest: number, range: string): number {
  const bytes = text.includes("%") ? null : readMemorySize(text, 0);
  if (bytes !== null && bytes >= lowest && bytes <= highest) return bytes;
  throw new Error(`expected a size ${range}, such as 64MiB or 1000000`);
}

export function readInteger(text: string, lowest: number, highest: number, what: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value;
  throw new Error(`expected ${what} from ${lowest} to ${highest}`);
}

export function readChoice<T extends string>(text: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === text);
  if (!choice) throw new Error(`expected one of ${choices.join(", ")}`);
  return choice;
}

/** Separated by commas. */
export function readList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
