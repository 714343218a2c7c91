// Settings of servers that copy a log: the leader of a follower, the token for it, and how old its reads may be.
import { readInteger, readPath } from "./readers.ts";
import type { Setting } from "./setting.ts";

const MAX_MAX_LAG_S = 86_400;

export const REPLICATION_SETTINGS: readonly Setting[] = [
  {
    name: "follow",
    variable: "AZIMUTH_FOLLOW__URL",
    flag: "--follow <url>",
    help: "copy all data of the server at this URL and serve reads; writes go to that server; see Followers (none)",
    fallback: null,
    read: readServerUrl,
  },
  {
    name: "followTokenFile",
    variable: "AZIMUTH_FOLLOW__TOKEN_FILE",
    flag: "--follow-token-file <path>",
    help: "file with an access token of that server, with the permissions read and admin (none)",
    fallback: null,
    read: readPath,
  },
  {
    name: "maxLag",
    variable: "AZIMUTH_MAX_LAG",
    flag: "--max-lag <seconds>",
    help: "refuse reads of collections with 503 while this server is further behind its leader, or the log of its cluster; ?stale=true reads anyway (none)",
    fallback: null,
    read: (text) => readInteger(text, 1, MAX_MAX_LAG_S, "a number of seconds"),
  },
];

/** A URL with a user and a password is refused, because settings are shown. */
function readServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (url && isHttp && url.username === "" && url.search === "" && url.hash === "")
    return text.replace(/\/+$/, "");
  throw new Error("expected a URL such as http://db-1:6573, without a user, a query or a fragment");
}
