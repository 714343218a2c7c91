// Loads the stop words and stemmers that text indexes need, before they take part in writes and searches.
import { indexParams } from "../../schema/payload-index.ts";
import { areLoaded, loadLanguages } from "../../text/loaded.ts";
import { settingsOf } from "../../text/settings.ts";
import type { CollectionConfig } from "../config/types.ts";

/** Loads the languages of all text indexes; null: all of them are loaded. */
export function loadIndexLanguages(schema: CollectionConfig["payload_schema"]): Promise<void> | null {
  const missing = Object.values(schema).flatMap((given) => {
    const params = indexParams(given);
    const settings = params.type === "text" ? settingsOf(params) : null;
    return settings === null || areLoaded(settings) ? [] : [settings];
  });
  return missing.length === 0 ? null : Promise.all(missing.map(loadLanguages)).then(() => undefined);
}
