// Reads the settings of segments from a request, under either of their two names.
// The decision: a size of segments below the least is refused here. Where the dialect accepts it (see Rules), it is
// stored as given and core/config/segment-settings.ts raises it, so an existing collection with less has no tiny
// segments either.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { CreateCollection, UpdateCollection } from "../schema/collection.ts";
import { OptimizersConfigSchema } from "../schema/collection-config.ts";
import { MIN_SEGMENT_KB } from "../schema/limits.ts";
import type { Rules } from "../schema/rules.ts";
import { given } from "./given.ts";

type Request = Pick<CreateCollection & UpdateCollection, "optimizers_config" | "optimizer_config">;

/** Returns the given settings; undefined if there are none. @throws InvalidArgument if segments would be too small */
export function optimizerOf(request: Request, tinySegments: Rules["tinySegments"]) {
  const spelling = request.optimizers_config ? "optimizers_config" : "optimizer_config";
  const optimizer = given(request[spelling], OptimizersConfigSchema);
  const size = optimizer?.max_segment_size;
  if (tinySegments === "refused" && size !== undefined && size < MIN_SEGMENT_KB) {
    throw new InvalidArgument(
      `${spelling}.max_segment_size: expected at least ${MIN_SEGMENT_KB} (KB of vectors: 1 MiB), got ${size}; ` +
        "leave it out for segments as large as can be",
    );
  }
  return optimizer;
}
