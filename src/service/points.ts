// Use cases of points: writing points and payloads, reading points by id, counting points.
// The decision: a request is validated completely, against its collection, before anything is written. The write itself
// is a Change (writes/), which is the same alone and in a batch.

import type { Committed } from "../core/catalogue/commits.ts";
import type { Collection } from "../core/collection/collection.ts";
import type { Database } from "../core/database/database.ts";
import { NothingImported, PointNotFound } from "../errors/points.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../scheduling/maybe-promise.ts";
import { SerialQueue } from "../scheduling/serial-queue.ts";
import { runWhole, type Sliced, startInSlices } from "../scheduling/slices.ts";
import { Annotated, type MaybeAnnotated } from "../schema/annotated.ts";
import type { InferenceUsage } from "../schema/inference.ts";
import type { CountPoints, GetPoint, Point, Record as PointRecord, RetrievePoints } from "../schema/point.ts";
import type { ImportPoints, ImportReport } from "../schema/point-import.ts";
import type { BatchWrite, UpdateResult, Upsert, WriteRequest } from "../schema/point-write.ts";
import type { Rules } from "../schema/rules.ts";
import { AnswerBudgets } from "./common/answer-budget.ts";
import { readingAtOnce } from "./common/at-once.ts";
import { filterOf } from "./common/filters.ts";
import { readRecords, selectorOf, withoutGone } from "./common/record-reader.ts";
import { Documents, sumOf, withUsage } from "./documents/documents.ts";
import { documentsInWrite, type WithVectors } from "./documents/find.ts";
import { changesOf, prepared } from "./writes/batch.ts";
import type { Change } from "./writes/change.ts";
import { LineImport } from "./writes/line-import.ts";
import { perform } from "./writes/perform.ts";
import { type AbsentIds, refuseAbsent } from "./writes/selection.ts";
import { upsertChange } from "./writes/upsert.ts";
import type { VectorCap } from "./writes/vector-cap.ts";

export class PointsService {
  readonly #database: Database;
  readonly #cap: VectorCap | null;
  readonly #budgets: AnswerBudgets;
  readonly #documents: Documents;
  /** The queue in which writes are checked against their collections. */
  readonly #checks = new SerialQueue();

  /** @param cap null: the number of vectors is not limited */
  constructor(
    database: Database,
    cap: VectorCap | null = null,
    budgets = new AnswerBudgets(database),
    documents = new Documents(database),
  ) {
    this.#database = database;
    this.#cap = cap;
    this.#budgets = budgets;
    this.#documents = documents;
  }

  upsert(
    request: Upsert & WriteRequest,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeAnnotated<UpdateResult>> {
    return this.write(request, upsertChange, rules, signal);
  }

  /**
   * Imports any number of points, in as many upserts as that takes.
   * @param signal cancels the calls to models
   */
  async import(
    request: ImportPoints,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeAnnotated<ImportReport>> {
    const { collection_name, wait = rules.wait, on_error, progress, lines } = request;
    const collection = () => this.#database.collection(collection_name);
    collection(); // throws before anything is read
    let usage: InferenceUsage | null = null;
    const count = (done: unknown) => {
      if (done instanceof Annotated && done.usage) usage = sumOf(usage, done.usage);
    };
    const embed = (points: Point[]) =>
      this.#documents.first(documentsInWrite({ points }, ""), "value", signal, async () => null);
    const report = await new LineImport({
      prepare: async (points) => count(await embed(points)),
      check: (points) => void runWhole(upsertChange(collection(), { points })),
      upsert: async (points) => count(await this.upsert({ collection_name, points, wait }, rules, signal)),
      stopsAtFault: on_error === "stop",
      ...(progress && { onBatch: (sofar: object) => lines.note(sofar) }),
    }).read(lines);
    // For another reason, such as a full disk, the report is returned, because it says more than the rejected lines.
    const endedByLines = report.stopped === null || report.stopped.code === "INVALID_ARGUMENT";
    if (report.accepted === 0 && report.rejected > 0 && endedByLines) throw new NothingImported(report);
    return withUsage(report, usage);
  }

  /** Performs writes in order, with no other write in between; writes/batch.ts says what happens if one fails. */
  async batch(
    { collection_name, operations, wait }: BatchWrite,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeAnnotated<UpdateResult[]>> {
    const collection = this.#database.collection(collection_name);
    const found = operations.flatMap(({ upsert, update_vectors }, i) => [
      ...documentsInWrite(upsert ?? {}, `operations[${i}].upsert.`),
      ...documentsInWrite(update_vectors ?? {}, `operations[${i}].update_vectors.`),
    ]);
    return this.#documents.first(found, "value", signal, async () => {
      const checking = changesOf(collection, operations, absentIds(wait, rules));
      const checked = this.#checks.runAtOnce(() => startInSlices(checking));
      const changes = checked instanceof Promise ? await checked : checked;
      const committed = await perform(this.#database, this.#cap, collection, changes, signal);
      return Promise.all(committed.map((write) => resultOf(write, wait ?? rules.wait)));
    });
  }

  /** Returns the records in the order of the request, each id once. @throws PointNotFound with all absent ids */
  retrieve(request: RetrievePoints, rules: Rules): MaybePromise<PointRecord[]> {
    const collection = this.#database.collection(request.collection_name);
    const withVector = request.with_vector ?? request.with_vectors ?? false;
    const selector = selectorOf(collection, request.with_payload ?? true, withVector);
    return readingAtOnce(collection, () =>
      andThen(collection.reads.find(request.ids), (found) => {
        if (rules.absentIds === "refused") refuseAbsent(request.ids, found);
        const refs = [...new Set(found.filter((ref) => ref !== null))];
        return this.#budgets.withinAtOnce((budget) =>
          andThen(readRecords(collection, refs, selector, budget), (records) =>
            withoutGone(collection, refs, records),
          ),
        );
      }),
    );
  }

  /** @throws PointNotFound */
  async get({ collection_name, id }: GetPoint): Promise<PointRecord> {
    const collection = this.#database.collection(collection_name);
    return collection.reading(async () => {
      const [slot] = await collection.reads.find([id]);
      if (slot == null) throw new PointNotFound([id]);
      const selector = selectorOf(collection, true, true);
      const [record] = await this.#budgets.within(async (budget) =>
        readRecords(collection, [slot], selector, budget),
      );
      if (collection.reads.isGone(slot)) throw new PointNotFound([id]);
      return record!;
    });
  }

  count(
    { collection_name, filter, exact }: CountPoints,
    signal?: CancelSignal,
  ): MaybePromise<{ count: number }> {
    const collection = this.#database.collection(collection_name);
    const counted = collection.reads.while(signal).count(filterOf(filter), exact ?? true);
    return andThen(counted, (count) => ({ count }));
  }

  /** Performs one write. @param changeOf makes its change, at the path `where` of the request */
  async write<T extends WriteRequest>(
    request: T,
    changeOf: (
      collection: Collection,
      request: T,
      where: string,
      absent: AbsentIds,
    ) => Change | Sliced<Change>,
    rules: Rules,
    signal?: CancelSignal,
  ): Promise<MaybeAnnotated<UpdateResult>> {
    const collection = this.#database.collection(request.collection_name);
    return this.#documents.first(documentsInWrite(request as WithVectors, ""), "value", signal, async () => {
      const checking = prepared(changeOf(collection, request, "", absentIds(request.wait, rules)));
      const checked = this.#checks.runAtOnce(() => startInSlices(checking));
      const change = checked instanceof Promise ? await checked : checked;
      const [committed] = await perform(this.#database, this.#cap, collection, [change], signal);
      return resultOf(committed!, request.wait ?? rules.wait);
    });
  }
}

function absentIds(wait: boolean | undefined, rules: Rules): AbsentIds {
  return (wait ?? rules.wait) ? "refused" : rules.absentUnwaited;
}

async function resultOf({ lsn, applied }: Committed, wait: boolean): Promise<UpdateResult> {
  if (wait) {
    await applied;
    return { operation_id: lsn, status: "Completed" };
  }
  // If applying fails, the collection reports itself as damaged; the write itself is durable.
  applied.catch(() => {});
  return { operation_id: lsn, status: "Acknowledged" };
}
