// The actions of the list of collections: deleting with an undo, restoring, deleting permanently.
import { ask } from "../../api/request.ts";
import { credential } from "../../api/session.ts";
import { tell } from "../../kit/toast.tsx";
import { pathOf } from "../collection/info.ts";
import { dismissImport } from "../collection/transfer/runs.ts";

/** How long a deleted collection can be restored. */
const UNDO_SECONDS = 3_600;

/** @param after is called when the list is out of date */
export async function deleteCollection(name: string, after: () => void): Promise<void> {
  await ask<boolean>("DELETE", pathOf(name, `?undo_seconds=${UNDO_SECONDS}`));
  // The import is removed from the screen, because its undo would delete points of a later collection with this name.
  dismissImport(name);
  after();
  // With authentication, only the admin can restore a collection.
  if (credential.value?.kind === "token") tell(`Deleted ${name}. The admin can restore it for an hour.`);
  else tell(`Deleted ${name}`, () => restore(name, after));
}

export async function restoreCollection(name: string, after: () => void): Promise<void> {
  await restore(name, after);
  tell(`Restored ${name}`);
}

async function restore(name: string, after: () => void): Promise<void> {
  await ask<true>("POST", pathOf(name, "/restore"));
  after();
}

export async function purgeCollection(name: string, after: () => void): Promise<void> {
  await ask<boolean>("DELETE", pathOf(name, "?purge=true"));
  dismissImport(name);
  after();
  tell(`Deleted ${name} permanently`);
}
