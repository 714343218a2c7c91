// What has to come of a request, by what decisions.md says ("Permissions", "Status codes and texts", "Start").
// The decision: written by hand from the page and without a look at the operation table or at what enforces it, so that the
// three can only agree by being right. An operation that is not here fails the test: whoever adds one has to say here, too,
// who may do it.

/** Bits of access tokens. */
export const READ = 1;
export const WRITE = 2;
export const ADMIN = 4;

/** Who presents a credential, as far as it holds; "nobody" also for one that does not hold. */
export type Presenter = "nobody" | "admin" | { readonly mask: number };

export interface Situation {
  readonly operation: string;
  /** Port 6575, which asks for less in places. */
  readonly isUiPort: boolean;
  readonly presenter: Presenter;
  readonly authEnabled: boolean;
  /** The request came from this machine, and through nobody. */
  readonly isLocal: boolean;
}

/** `unknown`: 401, `lacking`: 403, `off`: 403 because authentication is off, each with its text. */
export interface Verdict {
  readonly kind: "let in" | "unknown" | "lacking" | "off";
  readonly text: string;
}

type Need = "nothing" | "read" | "write" | "read and admin" | "admin" | "login" | "first admin";

/** The table "Permissions", row by row. */
const OPERATIONS: Readonly<Record<Need, readonly string[]>> = {
  nothing: ["getServerInfo", "healthz", "livez", "readyz", "getOpenApi", "login", "adminExists"],
  read: [
    ...["listCollections", "getCollection", "collectionExists", "getCollectionStatus"],
    ...["getCluster", "getStatus", "getMetrics", "getLicenseStatus", "listAliases", "listCollectionAliases"],
    ...["retrievePoints", "getPoint", "countPoints", "scrollPoints", "facet", "matrixPairs", "matrixOffsets"],
    ...["projectPoints", "graphNeighborhood", "graphWalk"],
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
    ...["upsertPoints", "importPoints", "deletePoints", "batchUpdate", "updateVectors", "deleteVectors"],
    ...["setPayload", "overwritePayload", "deletePayload", "clearPayload"],
    ...["createFieldIndex", "deleteFieldIndex", "createSnapshot", "deleteSnapshot"],
    ...["takeCheckpoint", "purge", "flushCollection", "optimizeCollection", "rebuildIndex"],
  ],
  "read and admin": ["listSnapshots", "downloadSnapshot"],
  admin: ["createToken", "listTokens", "rotateToken", "deleteToken", "addLicense"],
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

/** "license status and add on 6575". */
const FREE_ON_UI = new Set(["getLicenseStatus", "addLicense"]);
/** "token endpoints while auth is off". */
const TOKENS = new Set(["createToken", "listTokens", "rotateToken", "deleteToken"]);
/** What "core endpoints" are not: these ask for a credential also while authentication is off. */
const GUARDED = new Set(["setAuthEnabled", "resetPassword", "createAdmin"]);

const LET_IN: Verdict = { kind: "let in", text: "" };
const UNKNOWN: Verdict = { kind: "unknown", text: "Invalid or missing authorization token" };
const OFF: Verdict = { kind: "off", text: "API key management API requires auth_enabled=true" };

export function isKnown(operation: string): boolean {
  return NEEDS.has(operation);
}

/** All that the table knows. */
export function knownOperations(): string[] {
  return [...NEEDS.keys()];
}

export function expected(situation: Situation): Verdict {
  const { operation, isUiPort, presenter, authEnabled, isLocal } = situation;
  const need = NEEDS.get(operation);
  if (need === undefined) throw new Error(`nobody said who may do ${operation}`);
  if (need === "nothing" || (isUiPort && FREE_ON_UI.has(operation))) return LET_IN;
  if (!authEnabled && TOKENS.has(operation)) return OFF;
  if (!authEnabled && !GUARDED.has(operation)) return LET_IN;
  if (need === "first admin" && isLocal) return LET_IN;
  if (presenter === "nobody") return UNKNOWN;
  if (presenter === "admin") return LET_IN;
  const lacking = whatLacks(need, presenter.mask);
  return lacking === null ? LET_IN : { kind: "lacking", text: `Permission denied: requires ${lacking}` };
}

/** The first that a token lacks, in the order read, write, admin. */
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
      // No bit would do. The page knows no word for that; "admin" would send whoever has the bit in circles.
      return "admin login";
  }
}
