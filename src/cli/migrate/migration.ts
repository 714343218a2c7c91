// One run of `azimuth migrate`: plan, copy collection by collection, compare, report.
// The decision: everything that can be refused is refused before the first collection is made. Rows are sent by the
// same code as those of `azimuth import`: what is not durable is sent again, and an upsert that is repeated changes
// nothing.
import { accessSync, constants } from "node:fs";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { EXIT_CODES } from "../../errors/usage.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { counted } from "../common/output.ts";
import type { Server } from "../common/request.ts";
import { unwritable } from "../data/file-faults.ts";
import type { DataParts } from "../data/import.ts";
import { type Imported, ImportRun, ImportStopped } from "../data/import-run.ts";
import { type ImportProgress, NOTHING_DONE } from "../data/import-state.ts";
import type { Prepared } from "../data/mapping.ts";
import { Progress } from "../data/progress.ts";
import { type CollectionProgress, MigrationState, rejectedPath } from "./migration-state.ts";
import { type Choice, describePlan, type PlannedCollection, planOf } from "./plan.ts";
import { type Outcome, outcomeText, tellRefused } from "./report.ts";
import type { SourceDatabase } from "./source-database.ts";
import { createIndexes, createTarget, ensureFitting, targetInfo } from "./target.ts";
import { compare } from "./verify.ts";

export interface MigrationOptions {
  readonly isDryRun: boolean;
  readonly verifyOnly: boolean;
  readonly verify: boolean;
  readonly overwrite: boolean;
  readonly restart: boolean;
  readonly json: boolean;
  readonly workDir: string;
  readonly sample: number;
  readonly seed: number;
}

interface MigrationParts extends Pick<DataParts, "stdout" | "stderr" | "clock" | "pause" | "onInterrupt"> {
  readonly source: SourceDatabase;
  readonly server: Server;
  readonly kind: string;
  /** Tells this migration from others in the saved state. */
  readonly identity: object;
  readonly choices: readonly Choice[];
  readonly options: MigrationOptions;
}

/** Runs a migration. @returns the exit code */
export async function migrate(parts: MigrationParts): Promise<number> {
  const { source, stdout, stderr, options } = parts;
  const plan = await planOf(source, parts.choices);
  const refused = plan.filter(({ refusal }) => refusal !== null);
  if (options.isDryRun) {
    const { told, text } = await describePlan(source, plan);
    stdout.write(options.json ? `${JSON.stringify(told)}\n` : text);
    return refused.length > 0 ? EXIT_CODES.partly : EXIT_CODES.done;
  }
  for (const one of refused) stderr.write(tellRefused(one));
  const taken = plan.filter(({ refusal }) => refusal === null);
  if (taken.length === 0) throw new InvalidArgument("no collection can be taken; --dry-run shows them all");
  const textOf = outcomeText(options, (target) => rejectedPath(options.workDir, target));
  const outcomes: Outcome[] = [];
  const results = options.verifyOnly ? verifyAll(parts, taken) : copyAll(parts, taken);
  for await (const outcome of results) {
    outcomes.push(outcome);
    if (!options.json) stdout.write(textOf(outcome));
  }
  if (options.json) stdout.write(`${JSON.stringify(outcomes)}\n`);
  if (outcomes.some(({ isSame }) => !isSame)) return EXIT_CODES.refused;
  const isPartial =
    refused.length > 0 || outcomes.some(({ rejected, faults }) => rejected > 0 || faults.length > 0);
  return isPartial ? EXIT_CODES.partly : EXIT_CODES.done;
}

async function* verifyAll(
  parts: MigrationParts,
  plan: readonly PlannedCollection[],
): AsyncGenerator<Outcome> {
  for (const one of plan) {
    if ((await targetInfo(parts.server, one.target)) === null)
      throw new InvalidArgument(
        `there is no collection ${one.target}: run the command without --verify-only first`,
      );
    yield verified(parts, one, null);
  }
}

async function* copyAll(parts: MigrationParts, plan: readonly PlannedCollection[]): AsyncGenerator<Outcome> {
  const { server, options, identity, kind } = parts;
  ensureFolder(options.workDir);
  const state = new MigrationState(options.workDir, kind, identity, options.restart);
  const present = new Set<string>();
  for (const { collection, target } of plan) {
    const info = await targetInfo(server, target);
    if (info === null) continue;
    ensureFitting(target, info, collection, options.overwrite || state.of(target) !== null);
    present.add(target);
  }
  for (const one of plan) {
    const faults = await prepared(parts, state, one, present.has(one.target));
    const done = await copied(parts, state, one);
    yield { ...(await verified(parts, one, done)), faults };
  }
  state.remove();
}

/** Makes a collection and its payload indexes, as far as they are not there. @returns what was not made */
async function prepared(
  { server, stderr }: MigrationParts,
  state: MigrationState,
  { collection, target }: PlannedCollection,
  isPresent: boolean,
): Promise<string[]> {
  // A collection that was removed since is begun again.
  if (!isPresent || state.of(target) === null) state.storeOf(target).write(NOTHING_DONE);
  if (!isPresent) await createTarget(server, target, collection);
  const faults = await createIndexes(server, target, collection);
  for (const fault of faults) stderr.write(`azimuth: ${fault}\n`);
  return faults;
}

async function copied(
  parts: MigrationParts,
  state: MigrationState,
  { collection, target }: PlannedCollection,
): Promise<Imported> {
  const { source, server, stderr, clock, pause } = parts;
  const from: CollectionProgress = state.of(target) ?? NOTHING_DONE;
  if (from.isComplete) return from;
  const partOf = (rows: number) => (collection.points === 0 ? null : Math.min(1, rows / collection.points));
  const progress = new Progress(stderr, clock, { rows: from.row, part: partOf(from.row) }, target);
  if (from.row > 0) stderr.write(`continuing ${target} after row ${from.row}\n`);
  const store = state.storeOf(target);
  store.write(from);
  const onRetry = (why: string, ms: number) =>
    progress.say(`azimuth: ${why}; trying again in ${ms / 1000} s`);
  let read = from.row;
  const numbered = async function* (): AsyncGenerator<Prepared> {
    for await (const one of source.rows(collection.name, from.after ?? null)) yield { ...one, row: ++read };
  };
  const run = new ImportRun({
    rows: numbered(),
    upload: { server, collection: target, pause, onRetry },
    progress,
    from,
    state: store,
    rejectedPath: rejectedPath(parts.options.workDir, target),
    part: () => partOf(read),
  });
  const remedy = () => `${target}: ${counted(run.row, "row")} settled; the same command continues after them`;
  const forget = parts.onInterrupt(() => {
    progress.end();
    stderr.write(`azimuth: interrupted: ${remedy()}\n`);
  });
  try {
    return await run.run();
  } catch (error) {
    if (!(error instanceof ImportStopped)) throw error;
    throw new VectorDbError("INTERNAL", `${error.message}\n  ${remedy()}`, { cause: error.cause });
  } finally {
    progress.end();
    forget();
  }
}

/** Compares a collection, if asked for. @param done what was written; null: nothing by this command */
async function verified(
  { source, server, stderr, clock, options }: MigrationParts,
  { collection, target }: PlannedCollection,
  done: ImportProgress | Imported | null,
): Promise<Outcome> {
  const { accepted = 0, rejected = 0 } = done ?? {};
  const outcome = { collection: collection.name, target, written: accepted, rejected, faults: [] };
  if (!options.verify) return { ...outcome, compared: null, isSame: true };
  const progress = new Progress(stderr, clock);
  const { sample, seed } = options;
  const compared = await compare({ source, server, progress, sample, seed }, collection, target);
  const isComplete = compared.counted === compared.source && compared.missing <= rejected;
  const isSame = isComplete && compared.different === 0 && (compared.extra === 0 || options.overwrite);
  return { ...outcome, compared, isSame };
}

/** @throws InvalidArgument */
function ensureFolder(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}
