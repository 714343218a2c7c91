// Checks the accessibility of a page with the rules of axe-core.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "chai";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const RULES = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]`;
const SCHEMES = ["light", "dark"] as const;

/**
 * Requires that no rule of WCAG 2.2 A or AA is broken in a serious or critical way, in the light and the dark scheme.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of SCHEMES) {
    // Without motion, colours have their final values at once.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The debugger injects it, because the page's content security policy refuses other scripts.
    if (colorScheme === "light") await page.evaluate(source);
    // The other scheme differs only in its colours.
    const run = colorScheme === "light" ? RULES : `["color-contrast"]`;
    const violations = (await page.evaluate(
      `axe.run(document, { runOnly: ${run} }).then(({ violations }) => violations)`,
    )) as Violation[];
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    for (const { id, nodes } of serious)
      found.push(`${colorScheme}, ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`);
  }
  expect(found).to.deep.equal([]);
}
