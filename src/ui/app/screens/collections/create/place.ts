// Where in the form an error of the server belongs.
// The decision: its sentences begin with the path of what is wrong in the request, so that is where they are shown; what has
// no field of its own is said at the end of the form.

const CONFLICT = 409;

interface Refusal extends Error {
  readonly status?: number;
}

/** @returns the path of the field, or of what it is part of; undefined: it is about no field */
function placeOf(error: Refusal): string | undefined {
  if (error.status === CONFLICT) return "collection_name";
  return /^([a-z_]+(?:\.[^:]*)?): /.exec(error.message)?.[1];
}

/** The error at a field; the path before the colon is not said again. */
export type ErrorAt = (path: string) => string | undefined;

export function errorsOf(error: Refusal | undefined): ErrorAt {
  if (!error) return () => undefined;
  const place = placeOf(error);
  const prefix = `${place}: `;
  const words = error.message.startsWith(prefix)
    ? sentence(error.message.slice(prefix.length))
    : error.message;
  return (path) => (path === place ? words : undefined);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
