// What the readers of filters share: objects with none but the known members, and the error that says where.
// The decision: a member that is null is as good as absent, since many clients write out all members of a type.
import { InvalidFilter } from "../../errors/request.ts";
import { show } from "../../schema/show.ts";
import { listed } from "../../shared/listed.ts";

/** @param expected as in "a list of ids" */
export function unexpected(at: string, expected: string, got: unknown): InvalidFilter {
  return new InvalidFilter(at, `expected ${expected}, got ${show(got)}`);
}

export function objectOf(json: unknown, at: string): object {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw unexpected(at, "an object", json);
  return json;
}

/** The members that are there. @param what as in "a range" */
export function membersOf<Name extends string>(
  json: unknown,
  at: string,
  what: string,
  names: readonly Name[],
): Map<Name, unknown> {
  const members = new Map<Name, unknown>();
  for (const [key, value] of Object.entries(objectOf(json, at))) {
    const name = names.find((known) => known === key);
    if (name === undefined) throw unknownKey(at, key, what, names);
    if (value !== null && value !== undefined) members.set(name, value);
  }
  return members;
}

function unknownKey(at: string, key: string, what: string, names: readonly string[]): InvalidFilter {
  return new InvalidFilter(at, `unknown key ${show(key)}; ${what} can have ${listed(names, "and")}`);
}
