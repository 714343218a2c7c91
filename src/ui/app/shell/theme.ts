// Light or dark: as the system has it, until the user says otherwise.
// The decision: the choice is kept in localStorage, which holds nothing else of this console.
import { computed, effect, signal } from "@preact/signals";

type Theme = "system" | "light" | "dark";
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

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const system = signal(prefersDark.matches);
prefersDark.addEventListener("change", ({ matches }) => {
  system.value = matches;
});

/** What is seen now; whoever draws on a canvas draws again when it changes. */
export const scheme = computed<"light" | "dark">(() =>
  theme.value === "system" ? (system.value ? "dark" : "light") : theme.value,
);

/** What is drawn on a canvas takes its colours from here, at the time of drawing: "rgb(29, 63, 187)". */
export function colour(name: string): string {
  // Only a property that is used has the colour of the scheme; the token's own text has both.
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
