// What a server refuses with, made into the errors of the library again.
// The decision: the code comes from a header, or from the body; where something between has taken both away, from the status:
// the first of its codes, or the one whose words the text has.
import { ERROR_CODE_HEADER } from "../errors/request.ts";
import { ERROR_STATUS, type ErrorCode } from "../errors/table.ts";
import { type ErrorId, VectorDbError } from "../errors/vector-db-error.ts";
import { parseExact } from "../json/plain.ts";

interface Said {
  readonly error?: string | undefined;
  readonly code?: unknown;
  readonly missing?: readonly ErrorId[];
  readonly hint?: string;
}

interface Envelope {
  readonly status?: string | Said;
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
  const said = saidIn(text);
  const message = said.error ?? `the server answered with status ${status}`;
  const code = codeOf(status, [headers.get(ERROR_CODE_HEADER), said.code], message);
  const { missing, hint } = said;
  return Object.assign(new VectorDbError(code, message), missing && { missing }, hint && { hint });
}

/** Ids in it are exact. */
function saidIn(text: string): Said {
  try {
    const { status, message } = parseExact(text) as Envelope;
    return typeof status === "object" ? status : { error: message };
  } catch {
    // Something between answered in its own words, which may be a page.
    return {};
  }
}

function codeOf(status: number, given: readonly unknown[], message: string): ErrorCode {
  const known = given.find((one) => typeof one === "string" && Object.hasOwn(ERROR_STATUS, one));
  if (known !== undefined) return known as ErrorCode;
  const same = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter(
    (code) => ERROR_STATUS[code].http === status,
  );
  const worded = WORDS.find(([text, code]) => same.includes(code) && text.test(message));
  return worded?.[1] ?? same[0] ?? "INTERNAL";
}
