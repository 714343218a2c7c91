// The error for a vector name that a collection does not have.
import type { Collection } from "../../core/collection/collection.ts";
import { UnknownVector } from "../../errors/request.ts";

/** @param where the path of the name in the request */
export function unknownVector(
  { name, config }: Collection,
  vectorName: string,
  where: string,
  use: UnknownVector["use"],
): UnknownVector {
  const known = config.vectors.map((field) => field.name);
  const names = known.map((vector) => (vector === "" ? "the unnamed one" : `'${vector}'`));
  const asked = vectorName === "" ? "unnamed vector" : `vector named '${vectorName}'`;
  const has = `it has ${names.join(", ") || "none"}`;
  return new UnknownVector(`${where}: collection '${name}' has no ${asked}; ${has}`, {
    vectorName,
    known,
    use,
  });
}
