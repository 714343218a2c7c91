// Every setting: its flag, its variable, how its text is read, and what holds without it.
// The decision: one list, so that help, files, environment, checks and documentation cannot disagree.
import { CLUSTER_SETTINGS } from "./cluster-settings.ts";
import { DATA_SETTINGS } from "./data-settings.ts";
import { INFERENCE_SETTINGS } from "./inference-settings.ts";
import { LISTENER_SETTINGS } from "./listener-settings.ts";
import { REPLICATION_SETTINGS } from "./replication-settings.ts";
import { SERVICE_SETTINGS } from "./service-settings.ts";
import type { Setting } from "./setting.ts";

export const SETTINGS: readonly Setting[] = [
  ...DATA_SETTINGS,
  ...LISTENER_SETTINGS,
  ...SERVICE_SETTINGS,
  ...INFERENCE_SETTINGS,
  ...REPLICATION_SETTINGS,
  ...CLUSTER_SETTINGS,
];
