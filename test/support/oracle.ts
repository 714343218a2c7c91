// Computes the states that a database may have after a crash, from the results that its users received.
// The decision: operations are acknowledged, or in doubt if the power was cut before their response. The state after a
// start must be the result of all acknowledged ones, in the order of their LSNs, followed by some of those in doubt,
// each complete. It is the new reference; an operation in doubt that it does not contain must never appear.
import type { PointId } from "../../src/schema/leaf.ts";

/** A violated guarantee. */
export class Violation extends Error {}

export type Operation =
  | { readonly kind: "create"; readonly name: string; readonly config: string }
  | { readonly kind: "configure"; readonly name: string; readonly config: string }
  | { readonly kind: "alias"; readonly name: string; readonly aliases: string }
  | { readonly kind: "drop"; readonly name: string }
  | { readonly kind: "restore"; readonly name: string }
  | { readonly kind: "mark"; readonly name: string; readonly until: number }
  | {
      readonly kind: "upsert";
      readonly name: string;
      readonly points: readonly (readonly [PointId, string])[];
    }
  | {
      readonly kind: "set";
      readonly name: string;
      readonly payloads: readonly (readonly [PointId, string])[];
    }
  | { readonly kind: "delete"; readonly name: string; readonly ids: readonly PointId[] };

/** A point as text, and the LSN that wrote it. */
export interface SeenPoint {
  readonly value: string;
  readonly version: number;
}

export interface SeenCollection {
  readonly deletedUntil: number | null;
  readonly config: string;
  /** All aliases as one text. */
  readonly aliases: string;
  readonly count: number;
  /** Null when it cannot be read because it is marked. */
  readonly points: ReadonlyMap<PointId, SeenPoint> | null;
}

interface Point {
  readonly value: string;
  readonly writer: Operation;
}

interface Collection {
  readonly deletedUntil: number | null;
  readonly config: string;
  readonly aliases: string;
  readonly points: ReadonlyMap<PointId, Point>;
}

/** An immutable state; `after` makes the next one. */
type State = ReadonlyMap<string, Collection>;

interface Entry {
  readonly operation: Operation;
  state: "acknowledged" | "in doubt" | "seen" | "never happened";
  readonly lsn: number | null;
  /** The LSN, or an estimate of it. */
  readonly order: number;
}

/** A point as text. @param vector has no spaces in it */
export const pointText = (vector: string, payload: string) => `${vector} ${payload}`;

const HISTORY_SHOWN = 12;

export class Oracle {
  #state: State = new Map();
  readonly #history: Entry[] = [];
  /** The LSN of the write of each point, if it is known. */
  readonly #lsns = new Map<Operation, number>();
  #fresh: Entry[] = [];
  /** The highest LSN that was acknowledged and seen after a start. */
  #lastLsn = 0;
  #highest = 0;

  /** @param lsn null if the operation returns none */
  acknowledge(operation: Operation, lsn: number | null = null): void {
    if (lsn !== null && lsn <= this.#lastLsn)
      throw new Violation(`LSN ${lsn} was given out after ${this.#lastLsn}`);
    // Operations that return no LSN ran alone in their collection, so all earlier ones have a lower LSN.
    const order = lsn ?? this.#highest + 0.5;
    this.#highest = Math.max(this.#highest, lsn ?? 0);
    this.#note({ operation, state: "acknowledged", lsn, order });
  }

  doubt(operation: Operation): void {
    this.#note({ operation, state: "in doubt", lsn: null, order: Number.POSITIVE_INFINITY });
  }

  /** Compares the state after a start with the possible ones. @throws Violation */
  verify(seen: ReadonlyMap<string, SeenCollection>): void {
    const acknowledged = this.#fresh.filter(({ state }) => state === "acknowledged");
    acknowledged.sort((a, b) => a.order - b.order);
    for (const { operation, lsn } of acknowledged) {
      if (lsn !== null) this.#lsns.set(operation, lsn);
      const next = after(this.#state, operation);
      if (!next) throw new Error(`the test itself is wrong: ${operation.kind} of ${operation.name}`);
      this.#state = next;
    }
    const inDoubt = this.#fresh.filter(({ state }) => state === "in doubt");
    const difference = this.#difference(this.#state, seen);
    let explained: readonly Entry[] | null = difference === null ? [] : null;
    // The smallest number of operations in doubt is tried first, because the number of all orders is too large.
    for (let most = 1; !explained && most <= inDoubt.length; most++)
      explained = this.#explain(this.#state, inDoubt, seen, most);
    if (!explained) throw new Violation(`${difference}\n${this.#told()}`);
    for (const entry of inDoubt) entry.state = explained.includes(entry) ? "seen" : "never happened";
    for (const { operation } of explained) this.#state = after(this.#state, operation)!;
    this.#learn(seen);
    this.#fresh = [];
  }

  #note(entry: Entry): void {
    this.#history.push(entry);
    this.#fresh.push(entry);
  }

  /** Finds operations in doubt, at most this many, in some order, that lead to the state. */
  #explain(
    state: State,
    left: readonly Entry[],
    seen: ReadonlyMap<string, SeenCollection>,
    most: number,
  ): readonly Entry[] | null {
    if (most === 0) return null;
    for (const entry of left) {
      const next = after(state, entry.operation);
      if (!next) continue;
      if (this.#difference(next, seen) === null) return [entry];
      const rest = this.#explain(
        next,
        left.filter((other) => other !== entry),
        seen,
        most - 1,
      );
      if (rest) return [entry, ...rest];
    }
    return null;
  }

  /** Returns the difference between the state and the expected one; null if there is none. */
  #difference(state: State, seen: ReadonlyMap<string, SeenCollection>): string | null {
    const guesses = new Map<Operation, number>();
    for (const name of new Set([...state.keys(), ...seen.keys()])) {
      const [wanted, found] = [state.get(name), seen.get(name)];
      if (!wanted || !found) return `collection ${name} ${found ? "is there again" : "is missing"}`;
      if (wanted.deletedUntil !== found.deletedUntil)
        return `collection ${name} is deleted until ${found.deletedUntil}, not ${wanted.deletedUntil}`;
      if (wanted.config !== found.config)
        return `collection ${name} is configured ${found.config}, not ${wanted.config}`;
      if (wanted.aliases !== found.aliases)
        return `collection ${name} has the aliases "${found.aliases}", not "${wanted.aliases}"`;
      for (const id of found.points ? new Set([...wanted.points.keys(), ...found.points.keys()]) : []) {
        const reason = this.#pointDifference(wanted.points.get(id), found.points?.get(id), guesses);
        if (reason) return `point ${id} of ${name}: ${reason}`;
      }
      if (wanted.points.size !== found.count)
        return `collection ${name} has ${found.count} points, not ${wanted.points.size}`;
    }
    return null;
  }

  #pointDifference(
    wanted: Point | undefined,
    found: SeenPoint | undefined,
    guesses: Map<Operation, number>,
  ): string | null {
    if (wanted?.value !== found?.value)
      return `${found?.value ?? "missing"}, not ${wanted?.value ?? "missing"}`;
    if (!wanted || !found) return null;
    const lsn = this.#lsns.get(wanted.writer) ?? guesses.get(wanted.writer) ?? found.version;
    guesses.set(wanted.writer, lsn);
    return lsn === found.version ? null : `version ${found.version}, not ${lsn}`;
  }

  #learn(seen: ReadonlyMap<string, SeenCollection>): void {
    for (const [name, { points }] of this.#state) {
      for (const [id, { writer }] of points) {
        const version = seen.get(name)!.points?.get(id)?.version;
        if (version === undefined) continue;
        this.#lsns.set(writer, version);
        this.#lastLsn = Math.max(this.#lastLsn, version);
      }
    }
  }

  #told(): string {
    return this.#history
      .slice(-HISTORY_SHOWN)
      .map(
        ({ operation, state, lsn }) =>
          `  ${state}${lsn ? ` ${lsn}` : ""}: ${JSON.stringify(operation, bigints)}`,
      )
      .join("\n");
  }
}

/** Returns the state after an operation; null if it is impossible. */
function after(state: State, operation: Operation): State | null {
  const { name } = operation;
  const before = state.get(name);
  if (operation.kind === "create") {
    const { config } = operation;
    const made = { deletedUntil: null, config, aliases: "", points: new Map() };
    return before ? null : new Map(state).set(name, made);
  }
  if (!before) return null;
  const next = new Map(state);
  if (operation.kind === "drop") next.delete(name);
  else if (operation.kind === "configure") next.set(name, { ...before, config: operation.config });
  else if (operation.kind === "alias") next.set(name, { ...before, aliases: operation.aliases });
  else if (operation.kind === "mark") next.set(name, { ...before, deletedUntil: operation.until });
  else if (operation.kind === "restore") next.set(name, { ...before, deletedUntil: null });
  else {
    const points = new Map(before.points);
    if (operation.kind === "delete") for (const id of operation.ids) points.delete(id);
    else if (operation.kind === "set") replacePayloads(points, operation);
    else for (const [id, value] of operation.points) points.set(id, { value, writer: operation });
    next.set(name, { ...before, points });
  }
  return next;
}

/** Replaces the payloads of existing points; their vectors stay. */
function replacePayloads(points: Map<PointId, Point>, operation: Operation & { kind: "set" }): void {
  for (const [id, payload] of operation.payloads) {
    const point = points.get(id);
    if (!point) continue;
    const [vector] = point.value.split(" ", 1);
    points.set(id, { value: pointText(vector!, payload), writer: operation });
  }
}

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
