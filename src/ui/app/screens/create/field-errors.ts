// Finds the field of the form that an error of the server belongs to.
// The decision: messages begin with the path of the wrong value in the request, so they are shown at its field. A
// message without a field is shown at the end of the form.
import { CONFLICT } from "../../api/statuses.ts";

interface Refusal extends Error {
  readonly status?: number;
}

/** @returns the path of the field, or of the object that contains it; undefined if the error is about no field */
function pathOf(error: Refusal): string | undefined {
  if (error.status === CONFLICT) return "collection_name";
  return /^([a-z_]+(?:\.[^:]*)?): /.exec(error.message)?.[1];
}

/** Returns the error of a field, without the path before the colon. */
export type ErrorAt = (path: string) => string | undefined;

export function errorsOf(error: Refusal | undefined): ErrorAt {
  if (!error) return () => undefined;
  const errorPath = pathOf(error);
  const prefix = `${errorPath}: `;
  const words = error.message.startsWith(prefix)
    ? sentence(error.message.slice(prefix.length))
    : error.message;
  return (path) => (path === errorPath ? words : undefined);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
