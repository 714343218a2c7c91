// The rows of a table of operations at their paths and aliases, as one kind of listener has them.
// The decision: they are compiled once in a process. Every listener of a kind, and every server of a test run, has the same.
import type { Operation } from "../api/operation.ts";
import type { Surface } from "../schema/caller.ts";
import { PROXY } from "./path.ts";
import { Routes } from "./routes.ts";

type Tables = Partial<Record<Surface, Routes<Operation>>>;

const COMPILED = new WeakMap<readonly Operation[], Tables>();

export function routeTable(operations: readonly Operation[], surface: Surface): Routes<Operation> {
  const tables = COMPILED.get(operations) ?? {};
  COMPILED.set(operations, tables);
  tables[surface] ??= compile(operations, surface);
  return tables[surface];
}

function compile(operations: readonly Operation[], surface: Surface): Routes<Operation> {
  const routes = new Routes<Operation>();
  for (const operation of operations) {
    for (const path of pathsOf(operation, surface)) routes.add(operation.rest.method, path, operation);
  }
  return routes;
}

/** On the port of the UI behind the proxy, and at its path if the row says so. */
function pathsOf({ rest, onUi }: Operation, surface: Surface): string[] {
  const all = [rest.path, ...(rest.aliases ?? [])];
  if (surface !== "ui") return all;
  const proxied = all.map((one) => (one === "/" ? PROXY : PROXY + one));
  return onUi === null ? proxied : [...all, ...proxied];
}
