// Reads the XML of an object store, and makes errors of its refusals.
// The decision: only elements without attributes and without elements of the same name inside are looked for, which is
// all that the answers have that are read here; so this is a search for two tags and no parser.
import { S3_ANSWERS } from "../../errors/table.ts";

/** An answer of the store that is not a success. */
export class S3Refuses extends Error {
  readonly status: number;
  /** The code of the store, such as `NoSuchKey`; "": it has given none. */
  readonly code: string;

  constructor(what: string, status: number, { code, message }: S3Reason) {
    super(`${what}: ${[String(status), code, message].filter((part) => part !== "").join(" ")}`);
    this.status = status;
    this.code = code;
  }

  /** Whether another attempt may succeed. */
  get isPassing(): boolean {
    return (
      (S3_ANSWERS.passing as readonly number[]).includes(this.status) || PASSING_CODES.includes(this.code)
    );
  }
}

interface S3Reason {
  readonly code: string;
  readonly message: string;
}

const PASSING_CODES = ["InternalError", "RequestTimeout", "ServiceUnavailable", "SlowDown"];
const ERROR_ELEMENT = /^\s*(?:<\?xml[^>]*\?>\s*)?<Error>/;
const MAX_CODE_LENGTH = 64;
const MAX_MESSAGE_LENGTH = 300;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns the contents of all elements of a name, in their order. */
export function elementsOf(xml: string, name: string): string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at)) {
    const from = at + open.length;
    const end = xml.indexOf(close, from);
    if (end < 0) break;
    found.push(xml.slice(from, end));
    at = end + close.length;
  }
  return found;
}

/** Returns the text of the first element of a name, or null. */
export function textIn(xml: string, name: string): string | null {
  const content = elementsOf(xml, name)[0];
  return content === undefined ? null : unescaped(content);
}

/** Tells whether an answer is an error, which a store may send with a status of success. */
export function isError(xml: string): boolean {
  return ERROR_ELEMENT.test(xml);
}

/**
 * Returns the code and the message of an error, and nothing else of it: other elements repeat parts of the request.
 * @param secrets texts that must not be shown, should the store send them back
 */
export function reasonIn(xml: string, secrets: readonly string[]): S3Reason {
  if (!isError(xml)) return { code: "", message: "" };
  const shown = (name: string, most: number) => {
    const text = secrets.reduce(
      (left, secret) => left.replaceAll(secret, "(secret)"),
      textIn(xml, name) ?? "",
    );
    return text
      .replace(/\s+/g, " ")
      .replace(/[^\x20-\x7e]/g, "?")
      .slice(0, most)
      .trim();
  };
  return { code: shown("Code", MAX_CODE_LENGTH), message: shown("Message", MAX_MESSAGE_LENGTH) };
}

export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
