// Errors in messages: the same class on both sides, by its name, with its code, its text and what it says as data.
// The decision: the constructor of the class is not run, because it makes the text of other arguments than the ones
// that are there. Only classes of this list, which have no private members, are made; every other error arrives as its
// code and its text.
import { CollectionDeleted, CollectionNotFound } from "../../../errors/collections.ts";
import {
  CollectionDamaged,
  DamagedFile,
  DiskFull,
  OutOfMemory,
  SegmentFull,
  StorageReadOnly,
} from "../../../errors/failures.ts";
import { IoFailure, TooManyOpenFiles } from "../../../errors/files.ts";
import { InvalidArgument } from "../../../errors/invalid-argument.ts";
import { toErrorMessage } from "../../../errors/message.ts";
import {
  DeadlineExceeded,
  NoFieldIndex,
  SearchOverloaded,
  SearchTimedOut,
  VectorNotFound,
} from "../../../errors/query.ts";
import { LagsBehind, NotYetApplied, StaleRead } from "../../../errors/replication.ts";
import { TooManyRequests } from "../../../errors/server.ts";
import { DamagedMessage, ShardUnavailable } from "../../../errors/sharding.ts";
import { ERROR_STATUS, type ErrorCode } from "../../../errors/table.ts";
import { InvalidTextQuery, NoTextIndex } from "../../../errors/text.ts";
import { VectorDbError } from "../../../errors/vector-db-error.ts";
import { listOf, type MessageShape, membersOf, nullable, type Of, object, text } from "./shapes.ts";

const CLASSES: ReadonlyMap<string, abstract new (...given: never[]) => VectorDbError> = new Map(
  [
    ...[
      CollectionDamaged,
      CollectionDeleted,
      CollectionNotFound,
      DamagedFile,
      DamagedMessage,
      DeadlineExceeded,
    ],
    ...[
      DiskFull,
      InvalidArgument,
      InvalidTextQuery,
      IoFailure,
      LagsBehind,
      NoFieldIndex,
      NoTextIndex,
      NotYetApplied,
    ],
    ...[
      OutOfMemory,
      SearchOverloaded,
      SearchTimedOut,
      SegmentFull,
      ShardUnavailable,
      StaleRead,
      StorageReadOnly,
    ],
    ...[TooManyOpenFiles, TooManyRequests, VectorNotFound],
  ].map((Known) => [Known.name, Known]),
);

/** A member of an error: a text, a number, or a list of numbers. */
type Said = string | number | readonly number[];

const said: MessageShape<Said> = {
  plain: (value) => value,
  read(value, at) {
    const isPlain = typeof value === "string" || typeof value === "number";
    const isList = Array.isArray(value) && value.every((item) => typeof item === "number");
    if (!isPlain && !isList) throw new DamagedMessage(at);
    return value as Said;
  },
};

export const sentError = object({
  name: text,
  code: text,
  message: text,
  cause: nullable(text),
  members: listOf(object({ name: text, value: said })),
});

/** Returns the form in which an error is sent. */
export function sentErrorOf(thrown: unknown): Of<typeof sentError> {
  const { code, message, cause = null } = toErrorMessage(thrown);
  const name = thrown instanceof VectorDbError ? thrown.name : "VectorDbError";
  const members = CLASSES.has(name) ? Object.entries(thrown as object) : [];
  return {
    name,
    code,
    message,
    cause,
    members: members
      .filter((member): member is [string, Said] => isSaid(member))
      .map(([key, value]) => ({ name: key, value })),
  };
}

function isSaid([name, value]: [string, unknown]): boolean {
  if (["name", "code", "message", "cause", "stack"].includes(name)) return false;
  if (Array.isArray(value)) return value.every((item) => typeof item === "number");
  return typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}

/** Makes the error that was sent. @throws DamagedMessage */
export function receivedError(plain: unknown): VectorDbError {
  const { name, code, message, cause, members } = sentError.read(membersOf(plain, "its error"), "its error");
  const known: ErrorCode = Object.hasOwn(ERROR_STATUS, code) ? (code as ErrorCode) : "INTERNAL";
  const options = cause === null ? undefined : { cause };
  const error = Reflect.construct(
    VectorDbError,
    [known, message, options],
    CLASSES.get(name) ?? VectorDbError,
  );
  for (const member of members) {
    if (member.name === "__proto__") throw new DamagedMessage("a member of its error");
    Object.defineProperty(error, member.name, {
      value: member.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return error as VectorDbError;
}
