// Warnings of text indexes: options that name a language without stop words, or without a stemmer.
import type { TextIndexParams } from "../schema/payload-index.ts";
import { STEMMER_LANGUAGES, STOPWORD_LANGUAGES } from "../shared/text-languages.ts";
import { isUnknownStemmer, unknownStopwords } from "../text/settings.ts";

/** Returns sentences about parameters that have no effect, for the warnings of the collection. */
export function textIndexWarnings(params: TextIndexParams): string[] {
  const warnings = unknownStopwords(params).map(
    (language) =>
      `There are no stopwords for the language "${language}"; there are for ${STOPWORD_LANGUAGES.join(", ")}. Give them as custom words`,
  );
  if (isUnknownStemmer(params)) {
    warnings.push(
      `The stemmer ${JSON.stringify(params.stemmer)} is not known and has no effect; ` +
        `{"type": "snowball", "language": ...} is, with ${STEMMER_LANGUAGES.join(", ")}`,
    );
  }
  return warnings;
}
