// The parent's side of an engine in a process of its own.
import { type ChildProcess, fork } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Dataset, K } from "../data/dataset.ts";
import { installPeers, NODE_24, RESULTS } from "../peers.ts";
import { ENGINES, type EngineName, isOurs } from "./catalog.ts";
import type { Child, Searched, SearchJob } from "./child.ts";
import type { IndexSpec } from "./engine.ts";
import type { Spent } from "./spent.ts";

const ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));

export interface EngineJob {
  readonly engine: EngineName;
  readonly dataset: Dataset;
  readonly kind?: IndexSpec["kind"];
  readonly withBuckets?: boolean;
  /** Whether to leave the index on disk for the next run, if the engine is a peer. */
  readonly keep?: boolean;
}

export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #job: EngineJob;
  readonly #folder: string;

  constructor(job: EngineJob) {
    const { engine, dataset, kind = "hnsw", withBuckets = false, keep = false } = job;
    this.#job = job;
    const owner = keep ? "kept" : String(process.pid);
    const parts = [dataset.name, dataset.rows, engine, kind, withBuckets ? "buckets" : "plain", owner];
    this.#folder = join(RESULTS, "indexes", parts.join("-").replaceAll(/[^\w-]+/g, "-"));
    if (!isOurs(engine) || ENGINES[engine].node === "24") installPeers();
    this.#child = fork(ENTRY, [], {
      execPath: ENGINES[engine].node === "24" ? NODE_24 : process.execPath,
      execArgv: ["--import", "tsx"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  get name(): EngineName {
    return this.#job.engine;
  }

  build(): Promise<Spent> {
    const { engine, dataset, kind = "hnsw", withBuckets = false, keep = false } = this.#job;
    return this.#call("build", { engine, dataset, kind, withBuckets, folder: this.#folder, keep });
  }

  search(job: Partial<SearchJob> = {}): Promise<Searched> {
    return this.#call("search", { k: K, ef: 64, queries: this.#job.dataset.queries, ...job });
  }

  residentBytes(): Promise<number> {
    return this.#call("residentBytes", undefined);
  }

  close(): void {
    this.#child.kill();
    if (!this.#job.keep) rmSync(this.#folder, { recursive: true, force: true });
  }

  #call<M extends keyof Child>(
    method: M,
    argument: Parameters<Child[M]>[0],
  ): Promise<Awaited<ReturnType<Child[M]>>> {
    return new Promise((resolve, reject) => {
      const settle = (answer: { result: never; error?: string }) => {
        this.#child.off("exit", gone);
        if (answer.error) reject(new Error(`${this.name}, ${method}: ${answer.error}`));
        else resolve(answer.result);
      };
      const gone = (code: number | null, signal: string | null) => {
        this.#child.off("message", settle);
        reject(new Error(`${this.name} ended in ${method}, by ${signal ?? `exit ${code}`}`));
      };
      this.#child.once("message", settle);
      this.#child.once("exit", gone);
      this.#child.send({ method, argument });
    });
  }
}
