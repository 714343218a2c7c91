// Results without what differs by nature between transports, so that what is left can be compared.
import { Fields } from "../../../src/json/fields.ts";
import { Float } from "../../../src/json/number.ts";
import { Refused } from "./transport.ts";

export interface Sameness {
  /** Names of members whose values are another each time: they only have to be there. */
  readonly generated?: readonly string[];
  /** Names of members that depend on the moment. */
  readonly left?: readonly string[];
  /** It is about how numbers are spelled, which a program cannot say: 5.0 is 5 there. */
  readonly spelled?: boolean;
  /** Floats are not told from integers. */
  readonly plain?: boolean;
}

/** Without what differs by nature. */
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

/** A payload with floats as what they are worth: messages do not keep how they were spelled. */
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
