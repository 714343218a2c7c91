// Converts error responses of a server to the errors of the library.
// The decision: the code is taken from a header or from the body. If a proxy has removed both, it follows from the
// status: it is the first code of that status, or the one whose wording the text has.
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

/** Wordings of codes that share their status with another code that comes first. */
const WORDS: readonly (readonly [text: RegExp, code: ErrorCode])[] = [
  [/^Collection deleted/, "COLLECTION_DELETED"],
  [/expired access token/, "TOKEN_EXPIRED"],
  [/: out of memory$/, "OUT_OF_MEMORY"],
  [/: no space left on device$/, "DISK_FULL"],
  [/: input\/output error$/, "IO_ERROR"],
];

/** @param text the body, in either of the two envelopes */
export function failureOf(status: number, headers: Headers, text: string): VectorDbError {
  const said = saidIn(text);
  const message = said.error ?? `the server answered with status ${status}`;
  const code = codeOf(status, [headers.get(ERROR_CODE_HEADER), said.code], message);
  const { missing, hint } = said;
  return Object.assign(new VectorDbError(code, message), missing && { missing }, hint && { hint });
}

/** Parses the body of an error. Ids in it are exact. */
function saidIn(text: string): Said {
  try {
    const { status, message } = parseExact(text) as Envelope;
    return typeof status === "object" ? status : { error: message };
  } catch {
    // A proxy answered in its own format, such as an HTML page.
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
