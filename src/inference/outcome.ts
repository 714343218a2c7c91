// What an attempt to have texts embedded came to.
// The decision: of an answer only its status, its type and its vectors count; what an endpoint says is kept for one
// case, the refusal of a text, and then without the key and shortened.

import { MODEL_ANSWERS } from "../errors/table.ts";
import { readJson } from "../json/reader.ts";
import type { Embedded } from "./embedder.ts";
import type { EndpointAnswer, NoAnswer } from "./endpoint.ts";
import { memberOf, NoVectors, type Protocol, readAnswer } from "./protocol.ts";

export type Outcome =
  | { readonly kind: "vectors"; readonly embedded: Embedded }
  /** The texts are refused. */
  | { readonly kind: "refused"; readonly said: string; readonly isJson: boolean }
  /** @param retryAfter as the endpoint has sent it */
  | { readonly kind: "busy"; readonly retryAfter: string | null }
  | { readonly kind: "timeout" }
  /** No request waits for it any more. */
  | { readonly kind: "cancelled" }
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly mayRepeat: boolean;
      readonly retryAfter: string | null;
    };

/** The longest part of a refusal that is shown. */
const MAX_SAID_LENGTH = 200;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
/** Between 300 and 399 an endpoint names another address. */
const REDIRECTS = 3;
const FAULTS = 5;
const SUCCESS = 2;

export async function outcomeOf(
  answer: EndpointAnswer | NoAnswer,
  protocol: Protocol,
  texts: number,
  key: string | null,
): Promise<Outcome> {
  if (answer.kind === "timeout" || answer.kind === "cancelled") return answer;
  if (answer.kind === "unreachable")
    return failed(`it cannot be reached (${answer.reason})`, { mayRepeat: true });
  const { status, retryAfter } = answer;
  const kind = Math.trunc(status / 100);
  if (status === MODEL_ANSWERS.busy) return { kind: "busy", retryAfter };
  if ((MODEL_ANSWERS.refused as readonly number[]).includes(status)) return refusal(answer.body, key);
  if ((MODEL_ANSWERS.keyless as readonly number[]).includes(status)) {
    return failed("its endpoint does not accept the key of this server");
  }
  if (kind === FAULTS) return failed(`its endpoint answered ${status}`, { mayRepeat: true, retryAfter });
  if (kind === REDIRECTS) return failed("its endpoint refers to another address, which is not followed");
  if (kind !== SUCCESS) return failed(`its endpoint answered ${status}`);
  return vectorsIn(answer, protocol, texts);
}

function failed(
  reason: string,
  { mayRepeat = false, retryAfter = null }: { mayRepeat?: boolean; retryAfter?: string | null } = {},
): Outcome {
  return { kind: "failed", reason, mayRepeat, retryAfter };
}

async function vectorsIn(
  { contentType, body, unread }: EndpointAnswer,
  protocol: Protocol,
  texts: number,
): Promise<Outcome> {
  if (!JSON_TYPE.test(contentType)) return failed("its answer is not JSON");
  if (body === null) return failed(`its answer is ${unread}`);
  try {
    return { kind: "vectors", embedded: await readAnswer(body, protocol, texts) };
  } catch (error) {
    if (error instanceof NoVectors) return failed(error.message);
    throw error;
  }
}

function refusal(body: Uint8Array | null, key: string | null): Outcome {
  const text = new TextDecoder().decode(body ?? new Uint8Array());
  const error = memberOf(parsed(body), "error");
  const message = typeof error === "string" ? error : memberOf(error, "message");
  const isJson = typeof message === "string";
  const said = isJson ? message : text;
  const bare = key === null ? said : said.replaceAll(key, "***");
  return { kind: "refused", said: [...bare].slice(0, MAX_SAID_LENGTH).join(""), isJson };
}

function parsed(body: Uint8Array | null): unknown {
  try {
    return readJson(body ?? new Uint8Array());
  } catch {
    return null;
  }
}
