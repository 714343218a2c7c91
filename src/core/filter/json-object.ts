// What the readers of filters share: objects with none but the known members, and the error that says where.
// The decision: a member that is null is as good as absent, since many clients write out all members of a type.
import { InvalidFilter } from "../../errors/request.ts";
import { show } from "../../schema/show.ts";
import { listed } from "../../shared/listed.ts";

/** @param expected a noun phrase, such as "a list of ids" */
export function unexpected(at: string, expected: string, got: unknown): InvalidFilter {
  return new InvalidFilter(at, `expected ${expected}, got ${show(got)}`);
}

export function objectOf(json: unknown, at: string): object {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw unexpected(at, "an object", json);
  return json;
}

/**
 * Returns the present members, and refuses others.
 * @param what a noun phrase for the error, such as "a range"
 * @param schema has the allowed members
 */
export function membersOf<Name extends string>(
  json: unknown,
  at: string,
  what: string,
  schema: { readonly properties: Readonly<Record<Name, object>> },
): Map<Name, unknown> {
  const { properties } = schema;
  const members = new Map<Name, unknown>();
  for (const [key, value] of Object.entries(objectOf(json, at))) {
    if (!Object.hasOwn(properties, key)) {
      const names = listed(Object.keys(properties), "and");
      throw new InvalidFilter(at, `unknown key ${show(key)}; ${what} can have ${names}`);
    }
    if (value !== null && value !== undefined) members.set(key as Name, value);
  }
  return members;
}

/** @throws InvalidFilter if the member is missing */
export function required<Name extends string>(
  members: ReadonlyMap<Name, unknown>,
  name: Name,
  at: string,
): unknown {
  if (!members.has(name)) throw new InvalidFilter(at, `${name} is required`);
  return members.get(name);
}
