// Checks the settings of a model beyond their schema, and completes them.
// The decision: an address is judged when it is set and again when a connection is made, because names change their
// addresses. Errors begin with the setting and do not show the address, which may contain a password.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { ModelSettings } from "../schema/inference.ts";
import { MAX_MODEL_NAME_LENGTH } from "../schema/limits.ts";
import { show } from "../schema/show.ts";
import { LOCAL_MODELS } from "../text/local-models.ts";
import { type AddressRule, bytesOf, isAllowed } from "./addresses.ts";

const DEFAULTS = { batch: 64, timeout_ms: 30_000, retries: 2, allow_private: false } as const;

/** Settings of a model with nothing left out that has a default. */
export type CompleteSettings = ModelSettings &
  Required<Pick<ModelSettings, keyof typeof DEFAULTS>> & {
    /** The name of the model at the endpoint. */
    readonly model: string;
  };

export function completed(name: string, settings: ModelSettings): CompleteSettings {
  return { model: name, ...DEFAULTS, ...settings };
}

/** @throws InvalidArgument that begins with the setting, or with `name` */
export function checkModel(name: string, settings: ModelSettings): void {
  checkName(name);
  checkUrl(settings);
  if (settings.kind !== "openai" && settings.input_type !== undefined) {
    throw new InvalidArgument("input_type: only endpoints of the kind openai take it; leave it out");
  }
}

/** Letters, marks and signs; no control characters. */
const NAME = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;

function checkName(name: string): void {
  if (name.length < 1 || name.length > MAX_MODEL_NAME_LENGTH || !NAME.test(name)) {
    throw new InvalidArgument(
      `name: expected 1 to ${MAX_MODEL_NAME_LENGTH} characters without control characters, got ${show(name)}`,
    );
  }
  if (LOCAL_MODELS.includes(name.toLowerCase())) {
    throw new InvalidArgument(`name: ${name} is a model of the server itself; choose another name`);
  }
}

function checkUrl(settings: Pick<ModelSettings, "url" | "allow_private">): void {
  const url = URL.canParse(settings.url) ? new URL(settings.url) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new InvalidArgument("url: expected an address such as https://api.example.com/v1/embeddings");
  }
  if (url.username !== "" || url.password !== "") {
    throw new InvalidArgument("url: expected no user and no password in the address; use api_key_file");
  }
  if (url.hash !== "") throw new InvalidArgument("url: expected an address without #");
  const rule = addressRule(settings);
  if (url.protocol === "http:" && rule === "public") {
    throw new InvalidArgument(
      "url: expected https; http is possible for localhost, and for others with allow_private",
    );
  }
  const host = hostOf(url);
  if (bytesOf(host) !== null && !isAllowed(host, rule)) {
    throw new InvalidArgument(
      "url: the address is private, link-local or reserved; if that is meant, set allow_private",
    );
  }
}

/** Returns the host of an address, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Returns which addresses the endpoint may have. Its URL must be one. */
export function addressRule({
  url,
  allow_private,
}: Pick<ModelSettings, "url" | "allow_private">): AddressRule {
  if (allow_private) return "any";
  const host = hostOf(new URL(url));
  return host === "localhost" || isAllowed(host, "loopback") ? "loopback" : "public";
}
