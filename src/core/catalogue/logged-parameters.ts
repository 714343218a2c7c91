// The parameters that the servers of a cluster share, as the log has them; a server alone has none.
// The decision: they are one text, whose form only the layers above know, and it is replaced as a whole. So replaying
// a record twice changes nothing, and a checkpoint keeps the text and the LSN of the record that has set it.
import type { SavedParameters } from "../../storage/manifest.ts";
import type { Operation } from "../record/operation.ts";

export class LoggedParameters {
  #saved: SavedParameters | null = null;
  /** Called when a record has set them. */
  onSet = () => {};

  /** The text, and the LSN of the record that has set it; null: none has. */
  get saved(): SavedParameters | null {
    return this.#saved;
  }

  /** Continues with those of a checkpoint. */
  restore(saved: SavedParameters | null): void {
    this.#saved = saved;
  }

  /** Applies the operation to the parameters; most operations do not change them. */
  apply(operation: Operation, lsn: number): void {
    if (operation.kind !== "set_parameters") return;
    this.#saved = { document: operation.document, lsn };
    this.onSet();
  }
}
