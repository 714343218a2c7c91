// The light or dark theme: that of the system until the user chooses one.
// The decision: the choice is kept in localStorage, which the console uses for nothing else.
import { computed, effect, signal } from "@preact/signals";

type Theme = "system" | "light" | "dark";
const KEY = "azimuth.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(kept());

function kept(): Theme {
  try {
    return THEMES.find((known) => known === localStorage.getItem(KEY)) ?? "system";
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
    // Without storage the choice is valid until the page is closed.
  }
});

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const system = signal(prefersDark.matches);
prefersDark.addEventListener("change", ({ matches }) => {
  system.value = matches;
});

/** The visible scheme; components with a canvas draw again when it changes. */
export const scheme = computed<"light" | "dark">(() =>
  theme.value === "system" ? (system.value ? "dark" : "light") : theme.value,
);

/** Returns the current colour of a token for a canvas: "rgb(29, 63, 187)". */
export function colour(name: string): string {
  // Only a property in use has the colour of the scheme; the token itself contains both.
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
