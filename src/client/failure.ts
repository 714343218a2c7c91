// What a server refuses with, made into the errors of the library again.
// The decision: the code comes from a header; where something between has taken that away, from the status: the first of
// its codes, or the one whose words the text has.
import { ERROR_CODE_HEADER } from "../errors/request.ts";
import { ERROR_STATUS, type ErrorCode, VectorDbError } from "../errors.ts";

interface Envelope {
  readonly status?: string | { readonly error?: string };
  readonly message?: string;
}

/** Codes that share their status with another that comes first. */
const WORDS: readonly (readonly [text: RegExp, code: ErrorCode])[] = [
  [/^Collection deleted/, "COLLECTION_DELETED"],
  [/expired access token/, "TOKEN_EXPIRED"],
  [/: out of memory$/, "OUT_OF_MEMORY"],
  [/: no space left on device$/, "DISK_FULL"],
  [/: input\/output error$/, "IO_ERROR"],
];

/** @param text the body, in whichever of the two envelopes it is */
export function failureOf(status: number, headers: Headers, text: string): VectorDbError {
  const message = messageIn(text) ?? `the server answered with status ${status}`;
  return new VectorDbError(codeOf(status, headers.get(ERROR_CODE_HEADER), message), message);
}

function messageIn(text: string): string | undefined {
  try {
    const { status, message } = JSON.parse(text) as Envelope;
    return typeof status === "object" ? status.error : message;
  } catch {
    // Something between answered in its own words, which may be a page.
    return undefined;
  }
}

function codeOf(status: number, header: string | null, message: string): ErrorCode {
  if (header !== null && Object.hasOwn(ERROR_STATUS, header)) return header as ErrorCode;
  const same = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter(
    (code) => ERROR_STATUS[code].http === status,
  );
  const worded = WORDS.find(([text, code]) => same.includes(code) && text.test(message));
  return worded?.[1] ?? same[0] ?? "INTERNAL";
}
