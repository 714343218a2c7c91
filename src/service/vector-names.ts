// The names that vectors of a collection may have.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { InvalidSparse } from "../errors/sparse.ts";
import { MAX_SPARSE_NAME_BYTES, MAX_VECTOR_NAME_LENGTH } from "../schema/limits.ts";

/** Half of a surrogate pair cannot be written as UTF-8, so another name would be stored. */
const LONE_SURROGATE = /\p{Surrogate}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about.
const FORBIDDEN_IN_SPARSE = /[<>:"/\\|?*\u0000\u001f]/u;
const utf8 = new TextEncoder();

/** @throws InvalidArgument for a name that a dense vector cannot have */
export function checkDenseName(name: string, path: string): void {
  if ([...name].length > MAX_VECTOR_NAME_LENGTH) {
    throw new InvalidArgument(`${path}: a vector name has at most ${MAX_VECTOR_NAME_LENGTH} characters`);
  }
  if (LONE_SURROGATE.test(name)) {
    throw new InvalidArgument(
      `${path}: a vector name must be well-formed Unicode, got ${JSON.stringify(name)}`,
    );
  }
}

/** @throws InvalidSparse for a name that a sparse vector cannot have */
export function checkSparseName(name: string, path: string): void {
  if (name === "") throw new InvalidSparse(path, "Sparse vector name cannot be empty");
  const problem = problemOf(name);
  if (problem)
    throw new InvalidSparse(path, `Invalid sparse vector name \`${name}\`: vector name ${problem}`);
}

function problemOf(name: string): string | null {
  if (utf8.encode(name).length > MAX_SPARSE_NAME_BYTES) {
    return `must be at most ${MAX_SPARSE_NAME_BYTES} bytes long`;
  }
  if (LONE_SURROGATE.test(name)) return "must be well-formed Unicode";
  const [character] = FORBIDDEN_IN_SPARSE.exec(name) ?? [];
  return character === undefined ? null : `cannot contain "${character}" char`;
}
