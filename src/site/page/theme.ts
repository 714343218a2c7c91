// The button that chooses the theme: that of the system, light or dark.
// The decision: the choice has the key that the console uses, so the console and these pages always agree.

const KEY = "azimuth.theme";
const THEMES = [
  { id: "system", name: "Auto" },
  { id: "light", name: "Light" },
  { id: "dark", name: "Dark" },
] as const;

/** Makes the button, which also shows the choice and keeps it. */
export function themeButton(): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "theme";
  const { documentElement } = document;
  let at = Math.max(
    0,
    THEMES.findIndex(({ id }) => id === documentElement.dataset.theme),
  );
  const show = () => {
    const { id, name } = THEMES[at]!;
    if (id === "system") delete documentElement.dataset.theme;
    else documentElement.dataset.theme = id;
    button.textContent = name;
    button.setAttribute("aria-label", `Theme: ${name}`);
    button.title = "Change the theme";
  };
  button.addEventListener("click", () => {
    at = (at + 1) % THEMES.length;
    show();
    try {
      localStorage.setItem(KEY, THEMES[at]!.id);
    } catch {
      // Without storage the choice is valid until the page is left.
    }
  });
  show();
  return button;
}
