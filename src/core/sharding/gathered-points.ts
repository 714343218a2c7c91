// The points that several servers have found: what is known of them at once, and what is read of them by another call.
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { inSlices, isSliceOver, pause } from "../../scheduling/pause.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { MatchPoint } from "../filter/match.ts";
import type { VectorRow } from "../record/vector-rows.ts";
import type { FoundPoints } from "../search/collection-reads.ts";
import { compareIds, ID_WORDS, PackedIds } from "../slots/point-id.ts";
import type { PointRef } from "../slots/point-ref.ts";
import { finderOf } from "./finders.ts";
import { GatheredMatch } from "./gathered-match.ts";
import type { AnswerOf, Method, PartSource, ReadPart } from "./part.ts";
import type { Answered, Parts } from "./parts.ts";
import type { GatheredPoint, PointTable } from "./point-table.ts";
import type { ArgumentsOf } from "./wire/methods.ts";
import { FILLED, GONE } from "./wire/methods.ts";
import { type FoundRows, type NamedPoints, NO_VECTOR } from "./wire/rows.ts";
import { stringAt } from "./wire/shapes.ts";

/** What the reads of one collection share, whoever asks. */
export interface Gathering {
  /** The part of the collection that this server has, which knows the configuration. */
  readonly source: PartSource;
  readonly parts: Parts;
  readonly table: PointTable;
}

/** Who asks. */
interface Asking {
  readonly signal: CancelSignal;
  readonly inWrite: boolean;
}

/** Points that one server of a part has found, and their positions among all that were asked for. */
interface Named {
  readonly part: number;
  readonly finder: ReadPart | undefined;
  readonly points: NamedPoints;
  readonly positions: readonly number[];
  readonly refs: readonly PointRef[];
}

const IDS_PER_SLICE = 2 ** 14;
const POINTS_PER_YIELD = 2 ** 9;

export class GatheredPoints implements FoundPoints {
  protected readonly gathering: Gathering;
  protected readonly asking: Asking;

  constructor(gathering: Gathering, asking: Asking) {
    this.gathering = gathering;
    this.asking = asking;
  }

  idOf(ref: PointRef): PointId {
    const { rows, row } = this.#at(ref);
    return rows.ids.at(row);
  }

  compareIds(a: PointRef, b: PointRef): number {
    const [{ rows, row }, other] = [this.#at(a), this.#at(b)];
    return compareIds(rows.ids, row, other.rows.ids, other.row);
  }

  packedIds(refs: readonly PointRef[]): PackedIds {
    const ids = emptyIds(refs.length);
    this.#copyIds(refs, ids, 0, refs.length);
    return ids;
  }

  async manyPackedIds(refs: readonly PointRef[]): Promise<PackedIds> {
    const ids = emptyIds(refs.length);
    await inSlices(refs.length, IDS_PER_SLICE, (from, to) => this.#copyIds(refs, ids, from, to));
    return ids;
  }

  hasVector(name: string, ref: PointRef): boolean {
    return vectorLength(this.#at(ref), name) !== NO_VECTOR;
  }

  payloadLength(ref: PointRef): number {
    const { rows, row } = this.#at(ref);
    return rows.lengths[row]!;
  }

  version(ref: PointRef): number {
    return this.#at(ref).version;
  }

  vectorBytes(name: string, ref: PointRef): number {
    const length = vectorLength(this.#at(ref), name);
    return length === NO_VECTOR ? 0 : length;
  }

  isGone(ref: PointRef): boolean {
    return this.#at(ref).isGone;
  }

  async payloads(refs: readonly PointRef[], versions?: number[]): Promise<(Uint8Array | null)[]> {
    const payloads: (Uint8Array | null)[] = new Array(refs.length).fill(null);
    const others = await this.#sentAlong(refs, payloads);
    const asked = others.length === refs.length ? refs : others.map((at) => refs[at]!);
    const read = refs.map((ref) => this.#foundVersion(ref));
    await this.askAbout(
      asked,
      "payloads",
      (points) => ({ points }),
      (answer, positions) => {
        for (const [i, at] of positions.entries()) {
          const point = this.#at(asked[at]!);
          if (answer.there[i] === GONE) point.isGone = true;
          else read[others[at]!] = point.version = answer.versions[i]!;
          if (answer.there[i] === FILLED) payloads[others[at]!] = stringAt(answer.payloads, i);
        }
      },
    );
    if (versions) for (const version of read) versions.push(version);
    return payloads;
  }

  /** Takes the payloads that came with their points, and returns the positions of the others. */
  async #sentAlong(refs: readonly PointRef[], payloads: (Uint8Array | null)[]): Promise<number[]> {
    const others: number[] = [];
    for (const [i, ref] of refs.entries()) {
      const { rows, row, hasMoved } = this.#at(ref);
      if (rows.payloads === null || hasMoved) others.push(i);
      else if (rows.lengths[row]! > 0) payloads[i] = stringAt(rows.payloads, row);
      if (i % POINTS_PER_YIELD === POINTS_PER_YIELD - 1 && isSliceOver()) await pause();
    }
    return others;
  }

  async vectors(name: string, refs: readonly PointRef[], versions?: number[]): Promise<(VectorRow | null)[]> {
    const vectors: (VectorRow | null)[] = new Array(refs.length).fill(null);
    const { size = 0 } = this.gathering.source.field(name) ?? {};
    const read = refs.map((ref) => this.#foundVersion(ref));
    await this.askAbout(
      refs,
      "vectors",
      (points) => ({ name, points }),
      (answer, positions) => {
        let row = 0;
        for (const [i, at] of positions.entries()) {
          const point = this.#at(refs[at]!);
          if (answer.there[i] === GONE) point.isGone = true;
          else {
            point.hasMoved ||= answer.versions[i] !== read[at];
            read[at] = point.version = answer.versions[i]!;
          }
          if (answer.there[i] !== FILLED) continue;
          const { floats, strings } = answer;
          vectors[at] = floats ? floats.subarray(row * size, (row + 1) * size) : stringAt(strings, row);
          row++;
        }
      },
    );
    if (versions) for (const version of read) versions.push(version);
    return vectors;
  }

  /** Returns the version of a point when it was found. */
  #foundVersion(ref: PointRef): number {
    const { rows, row } = this.#at(ref);
    return rows.versions[row]!;
  }

  async points(refs: readonly PointRef[]): Promise<MatchPoint[]> {
    const payloads = await this.payloads(refs);
    const { ownReads } = this.gathering.source;
    const all: MatchPoint[] = [];
    for (const [i, ref] of refs.entries()) {
      const hasVector = (name: string) => this.hasVector(name, ref);
      all.push(new GatheredMatch(this.idOf(ref), payloads[i]!, hasVector, ownReads));
      if (i % POINTS_PER_YIELD === POINTS_PER_YIELD - 1 && isSliceOver()) await pause();
    }
    return all;
  }

  /** Asks all parts the same question. The points that they find are kept as long as this runs, or a reading. */
  protected async ask<M extends Method>(method: M, given: ArgumentsOf<M>): Promise<Answered<M>[]> {
    const { inWrite, signal } = this.asking;
    const answers = await this.gathering.parts.all({ method, inWrite, arguments: given }, signal);
    for (const { answer } of answers)
      if ("rows" in answer && answer.rows.payloads) this.keep(0, answer.rows.payloads.bytes.length);
    return answers;
  }

  /**
   * Asks each part about those of the points that it has found.
   * @param take gets the answer of a part, and the positions of its points among `refs`
   */
  protected async askAbout<M extends Method>(
    refs: readonly PointRef[],
    method: M,
    question: (points: NamedPoints) => ArgumentsOf<M>,
    take: (answer: AnswerOf<M>, positions: readonly number[]) => void,
  ): Promise<void> {
    const named = await this.#byFinder(refs);
    const answers = await this.#askEach(named, method, question);
    for (const [i, { positions }] of named.entries()) if (answers[i]) take(answers[i], positions);
  }

  /** Asks each part about those of the points that it has found, and returns the answers. */
  protected async askOf<M extends Method>(
    refs: readonly PointRef[],
    method: M,
    question: (points: NamedPoints) => ArgumentsOf<M>,
  ): Promise<Answered<M>[]> {
    const named = await this.#byFinder(refs);
    const answers = await this.#askEach(named, method, question);
    return named.flatMap(({ part }, i) => (answers[i] ? [{ part, answer: answers[i] }] : []));
  }

  /** Points of a part that a partial answer lacks count as gone. */
  async #askEach<M extends Method>(
    named: readonly Named[],
    method: M,
    question: (points: NamedPoints) => ArgumentsOf<M>,
  ): Promise<(AnswerOf<M> | null)[]> {
    const { inWrite, signal } = this.asking;
    const calls = named.map(({ part, finder, points }) => ({
      part,
      finder,
      call: { method, inWrite, arguments: question(points) },
    }));
    const answers = await this.gathering.parts.each(calls, signal);
    for (const [i, { refs }] of named.entries())
      if (answers[i] === null) for (const ref of refs) this.#at(ref).isGone = true;
    return answers;
  }

  /** Returns the reference of a point in an answer. */
  protected refOf(part: number, rows: FoundRows, row: number): PointRef {
    return this.gathering.table.add(part, rows, row);
  }

  /**
   * Reserves memory for points that are kept until the reading ends.
   * @param payloadBytes of payloads that came with them
   * @throws TooManyRequests, OutOfMemory
   */
  protected keep(points: number, payloadBytes = 0): void {
    const { table, source } = this.gathering;
    if (!this.asking.inWrite) table.reserve(points, source.fields.length, payloadBytes);
  }

  async #byFinder(refs: readonly PointRef[]): Promise<Named[]> {
    const members = new Map<ReadPart | number, number[]>();
    for (const [i, ref] of refs.entries()) {
      const { part, rows } = this.#at(ref);
      const finder = finderOf(rows) ?? part;
      const own = members.get(finder);
      if (own) own.push(i);
      else members.set(finder, [i]);
      if (i % POINTS_PER_YIELD === POINTS_PER_YIELD - 1 && isSliceOver()) await pause();
    }
    const named: Named[] = [];
    for (const positions of members.values()) {
      const own = positions.map((i) => refs[i]!);
      const given = Float64Array.from(own, (ref) => {
        const { rows, row } = this.#at(ref);
        return rows.refs[row]!;
      });
      const { part, rows } = this.#at(own[0]!);
      const versions = Float64Array.from(own, (ref) => this.version(ref));
      const points = { ids: await this.manyPackedIds(own), refs: given, versions };
      named.push({ part, finder: finderOf(rows), points, positions, refs: own });
    }
    return named;
  }

  #copyIds(refs: readonly PointRef[], into: PackedIds, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const { rows, row } = this.#at(refs[i]!);
      const { kinds, words } = rows.ids;
      into.kinds[i] = kinds[row]!;
      for (let w = 0; w < ID_WORDS; w++) into.words[i * ID_WORDS + w] = words[row * ID_WORDS + w]!;
    }
  }

  #at(ref: PointRef): GatheredPoint {
    return this.gathering.table.at(ref);
  }
}

function vectorLength({ rows, row }: GatheredPoint, name: string): number {
  const at = rows.names.indexOf(name);
  return at < 0 ? NO_VECTOR : rows.vectors[at * rows.ids.length + row]!;
}

function emptyIds(count: number): PackedIds {
  return new PackedIds(new Uint8Array(count), new Uint32Array(count * ID_WORDS));
}
