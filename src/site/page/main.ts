// What the pages gain from scripts: the search, the choice of a theme, and buttons that copy code.
// The decision: the search is a module of its own, loaded when its field first has the focus, so a page that is read
// loads no engine.
import type { SearchPanel } from "./search-panel.ts";
import { themeButton } from "./theme.ts";

const COPIED_MS = 1500;

document.querySelector(".console")!.before(themeButton());
addSearch();
addCopyButtons();
// A list that lies over the text is closed when one of its links has been followed.
for (const list of document.querySelectorAll<HTMLElement>(".side[popover]"))
  list.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("a") && list.matches(":popover-open")) list.hidePopover();
  });

function addSearch(): void {
  const box = document.querySelector<HTMLElement>("#site-search")!;
  const input = document.createElement("input");
  Object.assign(input, { type: "search", placeholder: "Search", autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", "Search the documentation");
  input.setAttribute("aria-keyshortcuts", "/");
  const key = document.createElement("kbd");
  key.textContent = "/";
  key.ariaHidden = "true";
  box.append(input, key);
  box.hidden = false;
  let panel: Promise<SearchPanel> | undefined;
  input.addEventListener("focus", () => {
    panel ??= import("./search-panel.ts").then((module) => new module.SearchPanel(box, input));
    panel.catch(() => {
      panel = undefined;
    });
  });
  document.addEventListener("keydown", (event) => {
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isSlash || (event.target as Element).closest("input, textarea, select")) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function addCopyButtons(): void {
  // Browsers offer the clipboard to pages over HTTPS and of this machine only.
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll("article pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code")!.textContent);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, COPIED_MS);
    });
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
