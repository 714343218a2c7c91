// Replaces a language of the browser that its own Intl refuses.
// The decision: browsers under a POSIX locale (containers, kiosks, LANG=C) report `en-US@posix`, which is no BCP 47
// tag, and uPlot throws when it is imported. The guard overrides navigator.language once, before any screen is loaded.

const FALLBACK = "en-US";

/** Returns the language if Intl accepts it, otherwise the part of it that Intl accepts, otherwise English. */
export function usableLanguage(language: string | undefined): string {
  const candidates = [language ?? "", (language ?? "").split(/[@.]/)[0]!.replaceAll("_", "-")];
  return candidates.find(isUsable) ?? FALLBACK;
}

function isUsable(language: string): boolean {
  try {
    return language !== "" && new Intl.NumberFormat(language) !== undefined;
  } catch {
    return false;
  }
}

/** Makes `language` of the navigator one that Intl accepts. */
export function guardLanguage(navigator: { readonly language: string }): void {
  const usable = usableLanguage(navigator.language);
  if (usable === navigator.language) return;
  Object.defineProperty(navigator, "language", { value: usable, configurable: true });
}
