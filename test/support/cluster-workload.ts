// Clients that write to and read from all servers of a cluster while these fail, and check every answer.
// The decision: what an answer may be follows from what was sent and acknowledged before, so no client knows of a
// fault. Each kind of write has points of its own: registers with one client each, registers that several clients raise
// under a condition, points that are merged, and points that are only inserted.
import { setTimeout as sleep } from "node:timers/promises";
import { pick, type Random } from "./chance.ts";
import { changeCatalogue } from "./cluster-catalogue.ts";
import { InsertedPoint, Judge, MergedPoint, Register } from "./cluster-judge.ts";
import { type Answer, ask, isAway, lsnOf, Refused } from "./cluster-requests.ts";

interface Target {
  readonly name: string;
  readonly url: string;
}

interface Found {
  readonly vector: readonly number[] | { readonly [name: string]: readonly number[] };
  readonly payload?: Readonly<Record<string, number | string>>;
}

export const COLLECTION = "/collections/registers";
const POINTS = `${COLLECTION}/points`;
const REGISTERS = 6;
const FIRST_CONDITIONAL = 100;
const CONDITIONAL = 4;
const FIRST_MERGED = 200;
const FIRST_INSERTED = 100_000;
/** Points of one batch, which is in several shards. */
const FIRST_BATCHED = 50_000;
const BATCHED = 8;
/** Keys of a point until the next one is merged. */
const KEYS = 60;
const PAUSE_MS = 5;
/** A delete by a filter holds up all writes of the server. */
const DELETE_PAUSE_MS = 150;
const CHANGE_PAUSE_MS = 700;
/** Inserted points that are read again and again. */
const KNOWN_INSERTED = 40;

export class ClusterWorkload {
  readonly judge = new Judge();
  readonly counts = { acknowledged: 0, unanswered: 0, refused: 0, conflicts: 0, reads: 0, failed: 0 };
  readonly #targets: readonly Target[];
  readonly #random: Random;
  readonly #plain: readonly Register[];
  readonly #conditional: readonly Register[];
  readonly #batched: readonly Register[];
  readonly #merged: MergedPoint[] = [];
  readonly #inserted: InsertedPoint[] = [];
  /** The LSN of each acknowledged write, which no other may have. */
  readonly #lsns = new Set<number>();
  readonly #positions = new Map<string, number>();
  #isStopped = false;
  #clients: Promise<void>[] = [];

  constructor(targets: readonly Target[], random: Random) {
    this.#targets = targets;
    this.#random = random;
    const registers = (count: number, first: number, isConditional: boolean) =>
      Array.from({ length: count }, (_, i) => new Register(first + i, this.judge, isConditional));
    this.#plain = registers(REGISTERS, 0, false);
    this.#conditional = registers(CONDITIONAL, FIRST_CONDITIONAL, true);
    this.#batched = registers(BATCHED, FIRST_BATCHED, false);
  }

  /** @param shape what else the collection has, such as its shards */
  async create(shape: object = {}): Promise<void> {
    const { position } = await ask(this.#targets[0]!.url, "PUT", COLLECTION, {
      ...shape,
      vectors: { size: 2, distance: "Dot" },
    });
    await Promise.all(this.#targets.map(({ url }) => ask(url, "GET", COLLECTION, undefined, position)));
  }

  start(): void {
    const all = [
      ...this.#plain.map((register, i) => () => this.#writePlain(register, i % 2 === 1)),
      ...this.#conditional.flatMap((register) => [1, 2].map(() => () => this.#raise(register))),
      ...[...this.#plain, ...this.#conditional].map((register) => () => this.#readRegister(register)),
      () => this.#writeBatch(),
      () => this.#readRegister(pick(this.#random, this.#batched)),
      ...[1, 2, 3].map(() => () => this.#merge()),
      () => this.#insert(),
      () => this.#readInserted(),
    ];
    this.#clients = all.map((work) => this.#repeat(work, PAUSE_MS));
    this.#clients.push(
      this.#repeat(() => this.#deleteOlder(), DELETE_PAUSE_MS),
      this.#repeat(() => changeCatalogue(this.#target(), this.#random, this.judge), CHANGE_PAUSE_MS),
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
  }

  /** Checks the points that all servers have in the end. */
  checkAll(points: ReadonlyMap<number, Found>): void {
    for (const register of [...this.#plain, ...this.#conditional, ...this.#batched])
      register.read(null)(versionOf(points.get(register.id)));
    for (const merged of this.#merged) {
      merged.check(points.get(merged.id)?.payload ?? {}, [...merged.acknowledged]);
    }
    for (const one of this.#inserted) one.check(tokenOf(points.get(one.id)), one.isAcknowledged);
  }

  async #repeat(work: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!this.#isStopped) {
      await work();
      await sleep(pauseMs * (0.5 + this.#random()));
    }
  }

  #target(): Target {
    return pick(this.#random, this.#targets);
  }

  /** Sends a write. @returns null if it is not known whether it is done */
  async #write(method: string, path: string, body: unknown, takesLsn: boolean): Promise<Answer | null> {
    try {
      const answer = await ask(this.#target().url, method, path, body);
      this.counts.acknowledged++;
      if (takesLsn) this.#noteLsn((answer.result as { operation_id: number }).operation_id, answer.position);
      return answer;
    } catch (error) {
      if (!(error instanceof Refused)) this.counts.unanswered++;
      else if (error.message.includes("WRITE_CONFLICT")) this.counts.conflicts++;
      else if (isAway(error)) this.counts.refused++;
      else this.judge.blame(`${method} ${path} ${JSON.stringify(body)}: ${error.message}`);
      return null;
    }
  }

  #noteLsn(lsn: number, position: string): void {
    if (this.#lsns.has(lsn)) this.judge.blame(`two writes have been acknowledged as ${lsn}`);
    if (lsnOf(position) < lsn) this.judge.blame(`a write at ${lsn} was answered at ${position}`);
    this.#lsns.add(lsn);
  }

  async #writePlain(register: Register, isDeleted: boolean): Promise<void> {
    const version = register.sent + 1;
    const isDeletion = isDeleted && this.#random() < 0.3;
    const done = register.send(version, isDeletion);
    const point = { id: register.id, vector: [version, register.id], payload: { version } };
    const answer = isDeletion
      ? await this.#write("POST", `${POINTS}/delete`, { points: [register.id] }, true)
      : await this.#write("PUT", POINTS, { points: [point] }, true);
    if (answer) done(answer.position);
  }

  /** Writes the next version of all points of a batch; some of them may be written if it is not answered. */
  async #writeBatch(): Promise<void> {
    const version = this.#batched[0]!.sent + 1;
    const done = this.#batched.map((register) => register.send(version));
    const points = this.#batched.map(({ id }) => ({ id, vector: [version, id], payload: { version } }));
    const answer = await this.#write("PUT", POINTS, { points }, true);
    if (answer) for (const note of done) note(answer.position);
  }

  /** Writes a version unless there is a higher one. */
  async #raise(register: Register): Promise<void> {
    const version = register.sent + 1;
    const done = register.send(version);
    const point = { id: register.id, vector: [version, register.id], payload: { version, raised: 1 } };
    const update_filter = { must: [{ key: "version", range: { lt: version } }] };
    const answer = await this.#write("PUT", POINTS, { points: [point], update_filter }, false);
    if (answer) done(answer.position);
  }

  /** Deletes what is older than acknowledged, which no register with conditions may be. */
  async #deleteOlder(): Promise<void> {
    const lt = Math.min(...this.#conditional.map(({ acknowledged }) => acknowledged));
    const filter = {
      must: [
        { key: "raised", match: { value: 1 } },
        { key: "version", range: { lt } },
      ],
    };
    await this.#write("POST", `${POINTS}/delete`, { filter }, false);
  }

  async #readRegister(register: Register): Promise<void> {
    const { name, url } = this.#target();
    const kind = pick(this.#random, ["any state", "the position", "a majority"] as const);
    const judges = [register.read(name), ...(kind === "any state" ? [] : [register.read(null)])];
    const position = kind === "the position" ? register.position : undefined;
    const found = await this.#get(name, url, register.id, position, kind === "a majority");
    if (found !== null) for (const judge of judges) judge(versionOf(found.point));
  }

  /** @returns null if the server did not answer; `point` undefined: there is no such point */
  async #get(
    name: string,
    url: string,
    id: number,
    position: string | undefined,
    isMajority = false,
  ): Promise<{ readonly point: Found | undefined } | null> {
    const before = this.#positions.get(name) ?? 0;
    try {
      const query = `timeout=5${isMajority ? "&consistency=majority" : ""}`;
      const answer = await ask(url, "GET", `${POINTS}/${id}?${query}`, undefined, position);
      this.counts.reads++;
      const lsn = lsnOf(answer.position);
      if (lsn < before) this.judge.blame(`${name} is at ${lsn}, and was at ${before}`);
      this.#positions.set(name, Math.max(lsn, this.#positions.get(name) ?? 0));
      const point = answer.result as Found;
      const version = point.payload?.version;
      const vector = Array.isArray(point.vector) ? point.vector[0] : undefined;
      if (version !== undefined && vector !== version)
        this.judge.blame(`${name}: point ${id} has version ${version} and the vector of ${vector}`);
      return { point };
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return { point: undefined };
      this.counts.failed++;
      return null;
    }
  }

  /** Sets a key of a point that others set keys of. */
  async #merge(): Promise<void> {
    const last = this.#merged.at(-1);
    const isNew = last === undefined || last.sent.size === KEYS;
    const merged = isNew ? new MergedPoint(FIRST_MERGED + this.#merged.length, this.judge) : last;
    if (isNew) this.#merged.push(merged);
    const { id, sent } = merged;
    const key = `k${sent.size}`;
    sent.add(key);
    if (isNew) {
      const point = { id, vector: [0, id], payload: {} };
      await this.#write("PUT", POINTS, { points: [point], update_mode: "insert_only" }, false);
    }
    const least = [...merged.acknowledged, key];
    const answer = await this.#setPayload(this.#target(), { points: [id], payload: { [key]: id } });
    if (answer === null) return;
    merged.acknowledged.add(key);
    const read = this.#target();
    const found = await this.#get(read.name, read.url, id, answer.position);
    if (found !== null) merged.check(found.point?.payload ?? {}, least);
  }

  /** Sets a payload. The point may not be there yet. */
  async #setPayload({ url }: Target, body: unknown): Promise<Answer | null> {
    try {
      const answer = await ask(url, "POST", `${POINTS}/payload`, body);
      this.counts.acknowledged++;
      this.#noteLsn((answer.result as { operation_id: number }).operation_id, answer.position);
      return answer;
    } catch (error) {
      if (!(error instanceof Refused)) this.counts.unanswered++;
      else if (isAway(error)) this.counts.refused++;
      else if (error.status !== 404) this.judge.blame(`set payload: ${error.message}`);
      return null;
    }
  }

  /** Inserts one point by several clients, of whom one does it. */
  async #insert(): Promise<void> {
    const one = new InsertedPoint(FIRST_INSERTED + this.#inserted.length, this.judge);
    this.#inserted.push(one);
    const insert = async (n: number) => {
      const point = { id: one.id, vector: [n, one.id], payload: { token: `t${n}` } };
      const body = { points: [point], update_mode: "insert_only" };
      const answer = await this.#write("PUT", POINTS, body, false);
      if (answer === null) return;
      one.isAcknowledged = true;
      one.position = answer.position;
    };
    await Promise.all([insert(1), insert(2), insert(3)]);
  }

  async #readInserted(): Promise<void> {
    const lately = this.#inserted.slice(-KNOWN_INSERTED);
    if (lately.length === 0) return;
    const one = pick(this.#random, lately);
    const { position, isAcknowledged } = one;
    const { name, url } = this.#target();
    const found = await this.#get(name, url, one.id, position);
    if (found !== null) one.check(tokenOf(found.point), isAcknowledged);
  }
}

const versionOf = (point: Found | undefined): number => Number(point?.payload?.version ?? 0);
const tokenOf = (point: Found | undefined): string | null =>
  (point?.payload?.token as string | undefined) ?? null;
