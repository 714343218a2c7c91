// The environment of a server: its data directory, the reliability of the disk, and the memory of the process.
import { hostInfo, SYSTEM_CLOCK } from "../assemble/assemble.ts";
import type { Storage } from "../assemble/storage.ts";
import { residentBytes } from "../memory/machine-memory.ts";
import type { HostInfo } from "../service/server.ts";
import { diskBelow, diskSpaceOf, measureSync } from "../storage/node-disk.ts";
import { LoopDelay, type Ticks } from "./event-loop.ts";
import { processFigures } from "./machine.ts";

/** Facts about the machine, and warnings about it. */
export interface HostFacts {
  readonly snapshots: Storage["snapshots"];
  readonly backups?: Storage["backups"];
  readonly warnings: readonly string[];
  readonly info: HostInfo;
}

export const UNKNOWN: HostInfo = hostInfo({ uptimeSeconds: () => process.uptime() });

const MEASURE_AFTER_MS = 500;
const TICKS: Ticks = { ...SYSTEM_CLOCK, now: () => performance.now() };

/** Where the data is, and what a sync takes there once that was measured. */
export class DataHost implements Omit<HostFacts, "snapshots" | "backups"> {
  readonly warnings: readonly string[];
  readonly info: HostInfo;
  readonly #path: string;
  #measurement: Promise<number | null> = Promise.resolve(null);
  #fsyncMs: number | null = null;
  readonly #loopDelay = new LoopDelay(TICKS);
  #cancel = (): void => {};

  /**
   * @param isTemporary whether the data is removed at the end
   * @param warnings further warnings about the machine
   */
  constructor(path: string, isTemporary: boolean, warnings: readonly string[] = []) {
    this.#path = path;
    const disk = diskBelow(path);
    const fileSystem = disk && { type: disk.type, trusted: disk.concern === null };
    this.info = {
      ...UNKNOWN,
      fileSystem,
      fsyncMs: () => this.#fsyncMs,
      diskSpace: () => diskSpaceOf(path),
      residentBytes,
      process: processFigures,
      loopDelay: () => this.#loopDelay.distribution,
    };
    const concern = isTemporary ? null : (disk?.concern ?? null);
    this.warnings =
      concern === null
        ? warnings
        : [
            `the data directory ${path} is on ${disk!.type}, which ${concern}. Use a local disk or a volume for what must last`,
            ...warnings,
          ];
  }

  /** Begins to measure how late timers come. */
  watch(): void {
    this.#loopDelay.start();
  }

  unwatch(): void {
    this.#cancel();
    this.#loopDelay.stop();
  }

  /** Measures a sync, and does other work, when the first requests after the start have been answered. */
  measureLater(andThen: () => Promise<unknown>): void {
    this.#cancel = SYSTEM_CLOCK.after(MEASURE_AFTER_MS, () => {
      void Promise.all([this.#measure(), andThen()]).catch(() => {});
    });
  }

  async #measure(): Promise<void> {
    this.#measurement = measureSync(this.#path);
    this.#fsyncMs = await this.#measurement;
  }

  /** Resolves when nothing is being measured. */
  async measured(): Promise<void> {
    await this.#measurement;
  }
}
