// The rules for the names of dense vectors.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { MAX_VECTOR_NAME_LENGTH } from "../schema/limits.ts";

/** Half of a surrogate pair cannot be written as UTF-8, so another name would be stored. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

/** @param path the field of the request that the name is in */
export function checkVectorName(name: string, path: string): void {
  if ([...name].length > MAX_VECTOR_NAME_LENGTH) {
    throw new InvalidArgument(`${path}: a vector name has at most ${MAX_VECTOR_NAME_LENGTH} characters`);
  }
  if (LONE_SURROGATE.test(name)) {
    throw new InvalidArgument(
      `${path}: a vector name must be well-formed Unicode, got ${JSON.stringify(name)}`,
    );
  }
}
