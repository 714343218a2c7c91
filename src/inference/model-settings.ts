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

export type EndpointSettings = CompleteSettings & { readonly url: string };

export function completed(name: string, settings: ModelSettings): CompleteSettings {
  // What this process cannot compute once, it cannot compute when it is asked again.
  const own = settings.kind === "local" ? { retries: 0 } : {};
  return { model: name, ...DEFAULTS, ...own, ...settings };
}

export function isEndpoint(settings: CompleteSettings): settings is EndpointSettings {
  return settings.kind !== "local" && settings.url !== undefined;
}

/** @throws InvalidArgument that begins with the setting, or with `name` */
export function checkModel(name: string, settings: ModelSettings): void {
  checkName(name);
  if (settings.kind === "local") refuseEndpoint(settings);
  else checkEndpoint(settings);
}

function checkEndpoint(settings: ModelSettings): void {
  if (settings.url === undefined) throw new InvalidArgument("url is required");
  checkUrl({ ...settings, url: settings.url });
  if (settings.kind !== "openai" && settings.input_type !== undefined) {
    throw new InvalidArgument("input_type: only endpoints of the kind openai take it; leave it out");
  }
}

const OF_ENDPOINTS = ["url", "api_key_file", "retries", "allow_private", "input_type"] as const;

function refuseEndpoint(settings: ModelSettings): void {
  const wrong = OF_ENDPOINTS.find((name) => settings[name] !== undefined);
  if (wrong !== undefined) {
    throw new InvalidArgument(`${wrong}: a model of the kind local has no endpoint; leave it out`);
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

type Address = Pick<EndpointSettings, "url"> & Pick<ModelSettings, "allow_private">;

function checkUrl(settings: Address): void {
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
export function addressRule({ url, allow_private }: Address): AddressRule {
  if (allow_private) return "any";
  const host = hostOf(new URL(url));
  return host === "localhost" || isAllowed(host, "loopback") ? "loopback" : "public";
}
