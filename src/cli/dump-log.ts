// `azimuth dump-log`: prints the records of a log, for finding out what happened.
// The decision: damage is reported where it is, and the dump continues after it, because in an emergency the rest of
// the log may be all that is left.
import type { UpdateAliases } from "../core/record/operation.ts";
import { decodeOperation } from "../core/record/record.ts";
import type { FileSystem } from "../storage/fs.ts";
import { readLog } from "../storage/log-reader.ts";
import { readManifest, readRoot, rootNumbers } from "../storage/stored-roots.ts";
import type { Frame } from "../storage/wal-segment.ts";
import { counted, type Output } from "./common/output.ts";

export interface DumpOptions {
  readonly from: number;
  readonly to: number;
  readonly json: boolean;
  readonly payloads: boolean;
}

/** The description of a record on a line. */
interface Described {
  readonly lsn: number;
  readonly type: string;
  readonly collection: string | null;
  readonly name: string | null;
  readonly points: number | null;
  readonly ids: readonly string[];
  readonly bytes: number;
  readonly payloads?: readonly (string | null)[];
  /** Aliases, with the collections that they refer to after the record. */
  readonly aliases?: UpdateAliases["aliases"];
  /** The reason why the body could not be read. */
  readonly fault?: string;
}

const SHOWN_IDS = 5;

/** @returns whether all acknowledged records could be read */
export async function dumpLog(
  fs: FileSystem,
  dataDir: string,
  wish: DumpOptions,
  stdout: Output,
): Promise<boolean> {
  const names = collectionNames(fs, dataDir);
  let isWhole = true;
  for (const piece of readLog(fs, dataDir, 0)) {
    if (piece.kind === "frames") {
      for (const frame of piece.frames) {
        const described = describe(frame, names, wish);
        if (frame.lsn > wish.to) return isWhole;
        if (frame.lsn >= wish.from) stdout.write(lineOf(described, wish));
      }
    }
    if (piece.kind === "damage") {
      isWhole = false;
      const { file, offset, lsn, nextLsn, reason } = piece.damage;
      const last = nextLsn === null ? "the end" : `LSN ${nextLsn - 1}`;
      const text = `DAMAGED ${file} at byte ${offset}: LSN ${lsn} to ${last} cannot be read: ${reason}`;
      stdout.write(wish.json ? `${JSON.stringify({ damage: piece.damage })}\n` : `${text}\n`);
    }
    if (piece.kind === "end" && piece.end.torn) {
      const { file, offset, lsn, reason } = piece.end.torn;
      const text = `behind the last record, in ${file} at byte ${offset}: LSN ${lsn} was not finished (${reason})`;
      stdout.write(wish.json ? `${JSON.stringify({ torn: piece.end.torn })}\n` : `${text}\n`);
    }
    await new Promise((resolve) => setImmediate(resolve)); // so that a reader who has disconnected is noticed
  }
  return isWhole;
}

/** Returns the names of the collections in the newest readable checkpoint. */
function collectionNames(fs: FileSystem, dataDir: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const number of rootNumbers(fs, dataDir)) {
    try {
      for (const { uuid, manifest } of readRoot(fs, dataDir, number)?.collections ?? []) {
        if (manifest !== null) names.set(uuid, readManifest(fs, dataDir, uuid, number).name);
      }
      return names;
    } catch {
      // Names are optional; `azimuth verify` reports damaged checkpoints.
    }
  }
  return names;
}

function describe(frame: Frame, names: Map<string, string>, { payloads }: DumpOptions): Described {
  const { lsn, type, body } = frame;
  const bytes = body.length;
  try {
    const operation = decodeOperation(type, body);
    const { kind } = operation;
    const collection = "collection" in operation ? operation.collection : null;
    if (operation.kind === "create_collection") names.set(operation.collection, operation.name);
    const ids = "ids" in operation ? operation.ids : null;
    return {
      lsn,
      type: kind,
      collection,
      name: names.get(collection ?? "") ?? null,
      points: ids?.length ?? null,
      ids: Array.from({ length: ids?.length ?? 0 }, (_, i) => String(ids!.at(i))),
      bytes,
      ...("aliases" in operation && { aliases: operation.aliases }),
      ...(payloads && "payloads" in operation && { payloads: textsOf(operation.payloads) }),
    };
  } catch (error) {
    const fault = (error as Error).message;
    return { lsn, type: `type ${type}`, collection: null, name: null, points: null, ids: [], bytes, fault };
  }
}

function textsOf(payloads: readonly (Uint8Array | null)[]): (string | null)[] {
  return payloads.map((payload) => (payload === null ? null : new TextDecoder().decode(payload.slice())));
}

function lineOf(described: Described, { json }: DumpOptions): string {
  if (json) return `${JSON.stringify(described)}\n`;
  const { lsn, type, collection, name, points, ids, bytes, payloads, aliases = [], fault } = described;
  const where = name === null ? (collection ?? "") : `${collection} ${JSON.stringify(name)}`;
  const more = ids.length > SHOWN_IDS ? ", ..." : "";
  const what =
    points === null ? "" : `${counted(points, "point")}: ${ids.slice(0, SHOWN_IDS).join(", ")}${more}`;
  const led = aliases
    .map((change) => `${JSON.stringify(change.alias)} -> ${change.collection ?? "none"}`)
    .join(", ");
  const parts = [String(lsn).padStart(10), type.padEnd(18), where, what, led, fault ?? "", `${bytes} bytes`];
  const line = `${parts.filter((part) => part !== "").join("  ")}\n`;
  return [line, ...(payloads ?? []).map((text, i) => `${" ".repeat(12)}${ids[i]}: ${text}\n`)].join("");
}
