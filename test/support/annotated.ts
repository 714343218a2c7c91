// Results of services without what stands beside them.
import { Annotated, type MaybeAnnotated } from "../../src/schema/annotated.ts";

export function bare<T>(result: MaybeAnnotated<T>): T {
  return result instanceof Annotated ? result.result : result;
}
