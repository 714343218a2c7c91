// Tokenizers whose languages are loaded, for tests of texts.
import { loadLanguages } from "../../src/text/loaded.ts";
import { settingsOf, type TextOptions } from "../../src/text/settings.ts";
import { Tokenizer } from "../../src/text/tokenize.ts";

export async function loadedTokenizer(options: TextOptions): Promise<Tokenizer> {
  const settings = settingsOf(options);
  await loadLanguages(settings);
  return new Tokenizer(settings);
}
