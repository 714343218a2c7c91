// Which dialect a request speaks.
// The decision: nobody has to say it. Qdrant's clients are known by their user agent, tools without a client of their own
// by the header that only Qdrant's API has; a setting or a listener of its own settles it where that is not enough.

import type { IncomingHttpHeaders } from "node:http";
import type { DialectSetting } from "../../schema/dialect-setting.ts";
import type { Dialect } from "./dialect.ts";
import { NATIVE } from "./native.ts";
import { QDRANT } from "./qdrant.ts";

const CLIENTS = /^(?:qdrant-|python-client\/)/;

export function dialectOf(headers: IncomingHttpHeaders, setting: DialectSetting): Dialect {
  if (setting === "native") return NATIVE;
  if (setting === "qdrant" || headers["api-key"] !== undefined) return QDRANT;
  return CLIENTS.test(headers["user-agent"] ?? "") ? QDRANT : NATIVE;
}
