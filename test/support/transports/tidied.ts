// Removes differences by nature between transports from results, so that the rest can be compared.
import { Fields } from "../../../src/json/fields.ts";
import { Float } from "../../../src/json/number.ts";
import { Refused } from "./transport.ts";

export interface Sameness {
  /** Names of members with generated values, which must only exist. */
  readonly generated?: readonly string[];
  /** Names of members that depend on the time or on the ports of a server. */
  readonly left?: readonly string[];
  /** Whether the notation of numbers matters, which a program cannot see: it reads 5.0 as 5. */
  readonly spelled?: boolean;
  /** Whether floats and integers are not distinguished. */
  readonly plain?: boolean;
}

/** Returns the result without differences by nature. */
export function tidied(value: unknown, firstLsn: number, sameness: Sameness): unknown {
  if (Array.isArray(value)) return value.map((item) => tidied(item, firstLsn, sameness));
  if (value instanceof Refused) return { refused: value.message };
  if (!(value instanceof Fields)) return value;
  const { generated = [], left = [] } = sameness;
  const members = Object.entries(value).filter(
    ([name, member]) => !isNothing(name, member) && !left.includes(name),
  );
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (generated.includes(name)) return [name, typeof member];
      if (name === "payload") return [name, measured(member, sameness.plain)];
      if (name === "operation_id" || name === "version")
        return [name, typeof member === "number" ? member - firstLsn : member];
      if (name === "score") return [name, Math.fround(member as number)];
      if (name === "scores") return [name, (member as number[]).map(Math.fround)];
      return [name, tidied(member, firstLsn, sameness)];
    }),
  );
}

/** Returns a payload with the values of its floats, because messages do not keep their notation. */
function measured(value: unknown, plain = false): unknown {
  if (Array.isArray(value)) return value.map((item) => measured(item, plain));
  if (value instanceof Float) return plain ? value.value : { float: value.value };
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, measured(member, plain)]));
}

function isNothing(name: string, member: unknown): boolean {
  if (member === null) return true;
  return name === "payload" && Object.keys(member as object).length === 0;
}
