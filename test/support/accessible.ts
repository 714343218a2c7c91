// Whether everybody can use a page: axe-core's rules, run in it.
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

/** No rule of WCAG 2.2 A or AA is broken in a serious or critical way. */
export async function expectAccessible(page: Page): Promise<void> {
  // Injected by the debugger, which the page's content security policy does not concern.
  await page.evaluate(source);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then(({ violations }) => violations)`,
  )) as Violation[];
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`),
  ).to.deep.equal([]);
}
