// The light or dark theme: that of the system until the user chooses one.
// The decision: the choice is kept in localStorage, where first-theme.ts and other tabs read it.
import { computed, effect, signal } from "@preact/signals";

type Theme = "system" | "light" | "dark";
const KEY = "azimuth.theme";
export const THEMES = [
  { id: "system", name: "Auto" },
  { id: "light", name: "Light" },
  { id: "dark", name: "Dark" },
] as const satisfies readonly { readonly id: Theme; readonly name: string }[];

export const theme = signal<Theme>(kept());

export function setTheme(chosen: Theme): void {
  theme.value = chosen;
}

function kept(): Theme {
  try {
    return themeOf(localStorage.getItem(KEY));
  } catch {
    return "system";
  }
}

function themeOf(text: string | null): Theme {
  return THEMES.find(({ id }) => id === text)?.id ?? "system";
}

// Other tabs follow the one in which a theme is chosen.
addEventListener("storage", (event) => {
  const { key, newValue } = event as StorageEvent;
  if (key === KEY) theme.value = themeOf(newValue);
});

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
  // Forced colours would make all lines and points alike.
  if (/^(?:data|scale)-/.test(name)) probe.style.forcedColorAdjust = "none";
  // A background is not the colour of texts, which all others become.
  if (name === "surface" && matchMedia("(forced-colors: active)").matches) {
    probe.style.forcedColorAdjust = "none";
    probe.style.color = "Canvas";
  }
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
