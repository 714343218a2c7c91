// The expected results of requests, from decisions.md ("Permissions", "Status codes and texts", "Start").
// The decision: it was written by hand from that page and independently of the operation table and of the code that
// enforces it, so that all three agree only if they are right. An operation that is missing here fails the test, so
// each new one must be added.

/** Bits of access tokens. */
export const READ = 1;
export const WRITE = 2;
export const ADMIN = 4;

/** The identity of a presenter; a presenter with an invalid credential counts as one without. */
export type Presenter = "nobody" | "admin" | { readonly mask: number };

export interface Situation {
  readonly operation: string;
  /** Port 6575, which requires less in some cases. */
  readonly isUiPort: boolean;
  readonly presenter: Presenter;
  readonly authEnabled: boolean;
  /** Whether the request came directly from this machine. */
  readonly isLocal: boolean;
}

/** `unknown`: 401, `lacking`: 403, `off`: 403 because authentication is off, each with its text. */
export interface Verdict {
  readonly kind: "let in" | "unknown" | "lacking" | "off";
  readonly text: string;
}

type Need = "nothing" | "read" | "write" | "read and admin" | "admin" | "login" | "first admin";

/** A browser asks who it is before it has a credential; none of these does what its caller may not do anyway. */
const SESSION = ["getSession", "openSession", "closeSession"];

/** The table "Permissions", row by row. */
const OPERATIONS: Readonly<Record<Need, readonly string[]>> = {
  nothing: ["getServerInfo", "healthz", "livez", "readyz", "getOpenApi", "login", "adminExists", ...SESSION],
  read: [
    ...["listCollections", "getCollection", "collectionExists", "getCollectionStatus"],
    ...[
      "getCluster",
      "getCollectionCluster",
      "getStatus",
      "getMetrics",
      "getLicenseStatus",
      "listAliases",
      "listCollectionAliases",
    ],
    ...[
      "listDeletions",
      "retrievePoints",
      "getPoint",
      "countPoints",
      "scrollPoints",
      "facet",
      "matrixPairs",
      "matrixOffsets",
    ],
    ...["projectPoints", "graphNeighborhood", "graphWalk", "summarizeVectors"],
    ...["collectionOverview", "getHistory", "listSlowRequests"],
    ...["searchPoints", "searchBatch", "searchGroups", "queryPoints", "queryBatch", "queryGroups"],
    ...["recommendPoints", "recommendBatch", "recommendGroups", "discoverPoints", "discoverBatch"],
  ],
  write: [
    ...[
      "createCollection",
      "updateCollection",
      "deleteCollection",
      "changeAliases",
      "changeCollectionAliases",
    ],
    ...[
      "upsertPoints",
      "importPoints",
      "deletePoints",
      "restorePoints",
      "batchUpdate",
      "updateVectors",
      "deleteVectors",
    ],
    ...["setPayload", "overwritePayload", "deletePayload", "clearPayload"],
    ...["createFieldIndex", "deleteFieldIndex", "createVectorName", "deleteVectorName"],
    ...["createSnapshot", "deleteSnapshot"],
    ...["takeCheckpoint", "purge", "flushCollection", "optimizeCollection", "rebuildIndex"],
  ],
  "read and admin": ["listSnapshots", "downloadSnapshot", "downloadBackup", "followLog", "noteReplaced"],
  admin: [
    ...["createToken", "listTokens", "rotateToken", "deleteToken", "addLicense", "listLicenses"],
    ...["listModels", "setModel", "deleteModel", "promote", "updateCollectionCluster"],
    ...["removePeer", "drainPeer"],
  ],
  login: [
    "setAuthEnabled",
    "resetPassword",
    "recoverSnapshot",
    "recoverSnapshotByLocation",
    "restoreCollection",
  ],
  // From this machine, or with an admin's credential: then it is "Username already exists".
  "first admin": ["createAdmin"],
};

const NEEDS = new Map(
  Object.entries(OPERATIONS).flatMap(([need, ids]) => ids.map((id) => [id, need as Need] as const)),
);

/** The rule "license status and add on 6575". */
const FREE_ON_UI = new Set(["getLicenseStatus", "addLicense"]);
/** The rule "token endpoints while auth is off". */
const TOKENS = new Set(["createToken", "listTokens", "rotateToken", "deleteToken"]);
/** Operations outside of the rule "core endpoints": these require a credential also while authentication is off. */
const GUARDED = new Set(["setAuthEnabled", "resetPassword", "createAdmin"]);

/** Operations that are open to this machine alone while authentication is off. */
const LOCAL = new Set(["listModels", "setModel", "deleteModel", "promote"]);

const LET_IN: Verdict = { kind: "let in", text: "" };
const UNKNOWN: Verdict = { kind: "unknown", text: "Invalid or missing authorization token" };
const OFF: Verdict = { kind: "off", text: "API key management API requires auth_enabled=true" };

export function isKnown(operation: string): boolean {
  return NEEDS.has(operation);
}

/** Returns all operations of the table. */
export function knownOperations(): string[] {
  return [...NEEDS.keys()];
}

export function expected(situation: Situation): Verdict {
  const { operation, isUiPort, presenter, authEnabled, isLocal } = situation;
  const need = NEEDS.get(operation);
  if (need === undefined) throw new Error(`nobody said who may do ${operation}`);
  if (need === "nothing" || (isUiPort && FREE_ON_UI.has(operation))) return LET_IN;
  if (!authEnabled && TOKENS.has(operation)) return OFF;
  if (!authEnabled && LOCAL.has(operation) && isLocal) return LET_IN;
  if (!authEnabled && !GUARDED.has(operation) && !LOCAL.has(operation)) return LET_IN;
  if (need === "first admin" && isLocal) return LET_IN;
  if (presenter === "nobody") return UNKNOWN;
  if (presenter === "admin") return LET_IN;
  const lacking = whatLacks(need, presenter.mask);
  return lacking === null ? LET_IN : { kind: "lacking", text: `Permission denied: requires ${lacking}` };
}

/** Returns the first missing permission of a token, in the order read, write, admin. */
function whatLacks(need: Exclude<Need, "nothing">, mask: number): string | null {
  switch (need) {
    case "read":
      return mask & READ ? null : "read";
    case "write":
      return mask & WRITE ? null : "write";
    case "read and admin":
      if (!(mask & READ)) return "read";
      return mask & ADMIN ? null : "admin";
    case "admin":
    case "first admin":
      return mask & ADMIN ? null : "admin";
    case "login":
      // No permission is sufficient, and the page has no word for that; "admin" would be misleading for a token that
      // has it.
      return "admin login";
  }
}
