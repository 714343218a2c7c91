// Checks settings without starting a server, for `azimuth config`.
// The decision: it checks everything that would abort a start and that needs no access to data: the certificate, the
// secrets, the memory of the threads, what belongs together in a cluster.

import type { Inspection } from "../cli/config.ts";
import {
  inspectConfig,
  inspectSecrets,
  loadSecrets,
  settingsAsJson,
  settingsAsYaml,
  unknownVariables,
} from "../config/environment.ts";
import { Certificate } from "../net/tls.ts";
import { checkClusterSettings } from "./checkpoint-store.ts";
import { accountFor } from "./memory-account.ts";

export function inspect(flags: Record<string, unknown>): Inspection {
  const { config, effective, problems } = inspectConfig(flags);
  const tries = [
    ...[() => loadSecrets(), () => Certificate.open(config), () => accountFor(config)],
    () => checkClusterSettings(config),
  ];
  // What is not read right would be tried with something else in its place.
  const more = tries.flatMap((attempt) => (problems.length > 0 ? [] : reasonOf(attempt)));
  return {
    problems: [...problems, ...more],
    warnings: unknownVariables().map(unknownVariableText),
    yaml: () => settingsAsYaml(effective, inspectSecrets()),
    json: () => settingsAsJson(effective, inspectSecrets()),
  };
}

export function unknownVariableText({ name, meant }: { name: string; meant: string | null }): string {
  const hint = meant === null ? "" : `; did you mean ${meant}?`;
  return `unknown environment variable ${name}, ignored${hint}`;
}

function reasonOf(attempt: () => unknown): string[] {
  try {
    attempt();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
