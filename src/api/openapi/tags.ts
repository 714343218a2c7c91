// The groups that the document sorts operations into.
// The decision: an operation's group follows from its path, so a new operation needs no word about it.

/** In the order in which readers meet them. */
export const TAGS = [
  {
    name: "collections",
    description: "Create, change, list and remove collections, their field indexes, snapshots and aliases.",
  },
  {
    name: "points",
    description: "Write, read, search, filter, count and remove the points of a collection.",
  },
  { name: "server", description: "The version, health, status, metrics and maintenance of the server." },
  { name: "auth", description: "The admin's account, logins and access tokens." },
  { name: "license", description: "How many vectors the installation may hold." },
] as const;

export function tagOf(path: string): (typeof TAGS)[number]["name"] {
  if (/\/points(\/|$)/.test(path)) return "points";
  if (path.startsWith("/auth/")) return "auth";
  if (path.startsWith("/api/service/licenses/")) return "license";
  return /^\/(collections|aliases)/.test(path) ? "collections" : "server";
}
