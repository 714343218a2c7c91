// The contents of a simulated file: the bytes that programs read now, and those that a disk may have after a power cut.
// The decision: a sector is an immutable array, so the current state, the durable state and every unsynced version
// share it; zeros are no array at all, so that an allocation of a mebibyte costs nothing.
//
// Model. A write replaces whole sectors of 512 bytes, each completely or not at all. Until a sync the disk may have any
// version of a sector since the last one, the durable one included, independently of other sectors. Changes of size
// reach the disk in order. A sector that belongs to the file by its new size but never got data reads as zeros or
// garbage. One that was cut off and then written again never shows its old contents once the cut is durable.
import { bytes, type Random } from "./chance.ts";

export const SECTOR_BYTES = 512;
/** Larger parts of a write are first checked for being only zeros. */
const LARGE_PART_BYTES = 4096;
const ZEROS = new Uint8Array(2 ** 20);
/** The most sectors of each allocated, unsynced range that become garbage. */
const MOST_GARBAGE = 3;

type Sector = Uint8Array | null;

/** A version of a sector since the last sync. */
interface Version {
  readonly data: Sector;
  /** The change of size that cut the sector off; 0 if none did. */
  readonly cutOff: number;
}

/** The probabilities of a power cut. */
export interface Mood {
  /** The probability that a change survives. */
  readonly survival: number;
  /** The probability that a sector without data contains garbage. */
  readonly garbage: number;
}

/** The numbers of unsynced sectors whose newest version the disk has lost, and has kept. */
export interface Toll {
  dropped: number;
  survived: number;
}

export class SimFile {
  #size = 0;
  #now = new Map<number, Uint8Array>();
  #keptSize = 0;
  #kept = new Map<number, Uint8Array>();
  /** Versions since the last sync, oldest first, without the durable one. */
  #pending = new Map<number, Version[]>();
  /** Sizes since the last sync, oldest first, without the durable one. */
  #sizes: number[] = [];
  /** Ranges of sectors, `[from, to)`, to which only zeros were written since the last sync. */
  #claims: (readonly [number, number])[] = [];

  get size(): number {
    return this.#size;
  }

  read(into: Uint8Array, position: number): number {
    const end = Math.min(position + into.length, this.#size);
    if (end <= position) return 0;
    into.fill(0, 0, end - position);
    for (let sector = Math.floor(position / SECTOR_BYTES); sector * SECTOR_BYTES < end; sector++) {
      const data = this.#now.get(sector);
      if (!data) continue;
      const from = Math.max(position, sector * SECTOR_BYTES);
      const to = Math.min(end, (sector + 1) * SECTOR_BYTES);
      into.set(data.subarray(from - sector * SECTOR_BYTES, to - sector * SECTOR_BYTES), from - position);
    }
    return end - position;
  }

  write(parts: readonly Uint8Array[], position: number): void {
    const touched = new Map<number, Uint8Array>();
    let at = position;
    for (const part of parts) {
      if (!this.#claim(part, at, touched)) this.#lay(part, at, touched);
      at += part.length;
    }
    for (const [sector, data] of touched) this.#put(sector, data);
    if (at > this.#size && at > position) this.#resize(at);
  }

  truncate(size: number): void {
    if (size === this.#size) return;
    const whole = Math.ceil(size / SECTOR_BYTES);
    const shorter = size < this.#size;
    this.#resize(size);
    if (!shorter) return;
    const last = this.#now.get(whole - 1);
    if (last && size % SECTOR_BYTES > 0) this.#put(whole - 1, last.slice().fill(0, size % SECTOR_BYTES));
    for (const sector of new Set([...this.#now.keys(), ...this.#kept.keys(), ...this.#pending.keys()])) {
      if (sector < whole) continue;
      this.#now.delete(sector);
      this.#versions(sector).push({ data: null, cutOff: this.#sizes.length });
    }
  }

  sync(): void {
    for (const [sector, versions] of this.#pending) {
      const { data } = versions.at(-1)!;
      if (data) this.#kept.set(sector, data);
      else this.#kept.delete(sector);
    }
    this.#keptSize = this.#size;
    this.#sizes = [];
    this.#forget();
  }

  /** Makes a sync fail: the data can still be read, and no later sync writes it (as on Linux). */
  loseSync(): void {
    for (const [sector, versions] of this.#pending) {
      this.#claims.push([sector, sector + 1]);
      const cuts = versions.filter(({ cutOff }) => cutOff > 0); // sizes are in the journal, which goes on
      if (cuts.length > 0) this.#pending.set(sector, cuts);
      else this.#pending.delete(sector);
    }
  }

  /** Returns the file as the disk has it after a power cut now. */
  afterCut(random: Random, mood: Mood, toll: Toll): SimFile {
    const changes = drawSurvivors(random, mood, this.#sizes.length);
    const size = changes === 0 ? this.#keptSize : this.#sizes[changes - 1]!;
    const held = new Map(this.#kept);
    for (const [sector, versions] of this.#pending) {
      const data = this.#drawVersion(random, mood, sector, versions, changes);
      const newest = versions.at(-1)!.data;
      if (newest) toll[sector * SECTOR_BYTES < size && sameBytes(data, newest) ? "survived" : "dropped"]++;
      if (data) held.set(sector, data);
      else held.delete(sector);
    }
    for (const [from, to] of this.#claims) {
      for (let i = 0; i < MOST_GARBAGE; i++) {
        const sector = from + Math.floor(random() * (to - from));
        if (!this.#wasKept(sector) && !held.has(sector) && random() < mood.garbage) {
          held.set(sector, bytes(random, SECTOR_BYTES));
        }
      }
    }
    return SimFile.#durable(held, size);
  }

  static #durable(held: Map<number, Uint8Array>, size: number): SimFile {
    const file = new SimFile();
    for (const [sector, data] of held) {
      const length = size - sector * SECTOR_BYTES;
      if (length <= 0) held.delete(sector);
      else if (length < SECTOR_BYTES) held.set(sector, data.slice().fill(0, length));
    }
    file.#kept = held;
    file.#now = new Map(held);
    file.#keptSize = size;
    file.#size = size;
    return file;
  }

  /** Returns one of the versions that the surviving changes of size allow. */
  #drawVersion(
    random: Random,
    mood: Mood,
    sector: number,
    versions: readonly Version[],
    changes: number,
  ): Sector {
    const all = [{ data: this.#kept.get(sector) ?? null, cutOff: 0 }, ...versions];
    const first = Math.max(
      0,
      all.findLastIndex(({ cutOff }) => cutOff > 0 && cutOff <= changes),
    );
    const beyond = all.findIndex(({ cutOff }) => cutOff > changes);
    const last = (beyond < 0 ? all.length : beyond) - 1;
    const { data, cutOff } = all[first + drawSurvivors(random, mood, last - first)]!;
    const isFresh = cutOff > 0 || !this.#wasKept(sector);
    return data === null && isFresh && random() < mood.garbage ? bytes(random, SECTOR_BYTES) : data;
  }

  #wasKept(sector: number): boolean {
    return sector * SECTOR_BYTES < this.#keptSize;
  }

  #resize(size: number): void {
    this.#size = size;
    this.#sizes.push(size);
  }

  /** Notes a part that is only zeros. @returns false if it is not */
  #claim(part: Uint8Array, at: number, touched: Map<number, Uint8Array>): boolean {
    if (part.length < LARGE_PART_BYTES || part.length > ZEROS.length) return false;
    if (!sameBytes(part, ZEROS.subarray(0, part.length))) return false;
    const from = Math.ceil(at / SECTOR_BYTES);
    const to = Math.ceil((at + part.length) / SECTOR_BYTES);
    for (const sector of this.#now.keys()) if (sector >= from && sector < to) return false;
    this.#lay(part.subarray(0, from * SECTOR_BYTES - at), at, touched);
    this.#claims.push([from, to]);
    return true;
  }

  #lay(part: Uint8Array, at: number, touched: Map<number, Uint8Array>): void {
    for (let done = 0; done < part.length; ) {
      const sector = Math.floor((at + done) / SECTOR_BYTES);
      const offset = (at + done) % SECTOR_BYTES;
      const count = Math.min(SECTOR_BYTES - offset, part.length - done);
      const data = touched.get(sector) ?? this.#now.get(sector)?.slice() ?? new Uint8Array(SECTOR_BYTES);
      data.set(part.subarray(done, done + count), offset);
      touched.set(sector, data);
      done += count;
    }
  }

  #put(sector: number, data: Uint8Array): void {
    this.#now.set(sector, data);
    this.#versions(sector).push({ data, cutOff: 0 });
  }

  #versions(sector: number): Version[] {
    const versions = this.#pending.get(sector) ?? [];
    this.#pending.set(sector, versions);
    return versions;
  }

  #forget(): void {
    this.#pending.clear();
    this.#claims = [];
  }
}

/**
 * Returns how many of `count` changes survive: all of them with the given probability, otherwise any smaller number.
 */
export function drawSurvivors(random: Random, { survival }: Mood, count: number): number {
  return random() < survival ? count : Math.floor(random() * count);
}

function sameBytes(a: Sector, b: Sector): boolean {
  return a === b || (a !== null && b !== null && Buffer.compare(a, b) === 0);
}
