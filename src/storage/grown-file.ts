// What a file of a checkpoint is after something was added to it.
import type { SavedFile } from "./saved-file.ts";

/** The file after the work, or as it was before when there is nothing to add. */
export async function grown(
  file: string,
  before: Omit<SavedFile, "file">,
  added: number,
  work: () => Promise<Omit<SavedFile, "file">>,
): Promise<SavedFile> {
  const { bytes, sums } = added > 0 ? await work() : before;
  return { file, bytes, sums };
}
