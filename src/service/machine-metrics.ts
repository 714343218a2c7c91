// Metrics of the process on its machine. Figures that the machine does not provide are left out.
import type { Distribution } from "../metrics/histogram.ts";
import { counter, gauge, histogram, type Metric } from "./metrics.ts";

/** Figures of the process; null: the machine does not provide it. */
export interface ProcessFigures {
  /** Heap and buffers of the main thread. */
  readonly allocatedBytes: number;
  readonly cpuSeconds: number;
  readonly minorFaults: number;
  readonly majorFaults: number;
  readonly threads: number | null;
  readonly openFiles: number | null;
  readonly openFilesLimit: number | null;
  readonly residentBytes: number | null;
  readonly virtualBytes: number | null;
  /** Seconds since 1970. */
  readonly startedAt: number;
}

/** In bytes. */
export interface DiskSpace {
  readonly size: number;
  /** The space that this process may still use. */
  readonly available: number;
}

export function processMetrics(figures: ProcessFigures | null, loopDelay: Distribution | null): Metric[] {
  const own = figures && [
    gauge("memory_allocated_bytes", "Heap and buffers of the main thread.", figures.allocatedBytes),
    gauge("process_threads", "Threads of the process.", figures.threads),
    gauge("process_open_fds", "Files and sockets that are open.", figures.openFiles),
    gauge("process_max_fds", "Files and sockets that may be open.", figures.openFilesLimit),
    gauge("process_resident_memory_bytes", "Resident memory of the process.", figures.residentBytes),
    gauge("process_virtual_memory_bytes", "Virtual memory of the process.", figures.virtualBytes),
    gauge("process_start_time_seconds", "Start of the process, in seconds since 1970.", figures.startedAt),
    counter("process_cpu_seconds_total", "CPU time of all threads, user and system.", figures.cpuSeconds),
    counter(
      "process_minor_page_faults_total",
      "Page faults without reading from a disk.",
      figures.minorFaults,
    ),
    counter("process_major_page_faults_total", "Page faults with reading from a disk.", figures.majorFaults),
  ];
  return [...(own ?? []), ...(loopDelay ? [loopDelayMetric(loopDelay)] : [])];
}

export function diskMetrics(space: DiskSpace | null): Metric[] {
  return [
    gauge("azimuth_disk_size_bytes", "Size of the disk of the data directory.", space?.size ?? null),
    gauge(
      "azimuth_disk_available_bytes",
      "Space of that disk that the server may still use.",
      space?.available ?? null,
    ),
  ];
}

function loopDelayMetric(distribution: Distribution): Metric {
  return histogram(
    "azimuth_event_loop_delay_seconds",
    "Delay of timers in the main thread, measured ten times a second.",
    [[{}, distribution]],
  );
}
