// Light or dark: as the system has it, until the user says otherwise.
// The decision: the choice is kept in localStorage, which holds nothing else of this console.
import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";
const KEY = "azimuth.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(kept());

function kept(): Theme {
  try {
    return THEMES.find((one) => one === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
}

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
}

effect(() => {
  const { value } = theme;
  if (value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // A browser that keeps nothing still shows the choice.
  }
});

/** What is drawn on a canvas takes its colours from here, at the time of drawing. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
