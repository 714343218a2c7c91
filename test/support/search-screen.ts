// Reads and drives the search screen of the console.
import type { Page } from "playwright-core";

/** Returns the ids of the results, once there are some. */
export async function ids(page: Page): Promise<string[]> {
  await page.locator(".search-result").first().waitFor();
  return page.locator(".search-id .thing-id").allTextContents();
}

/** Clicks "Search", and waits until the results are those of this search. */
export async function search(page: Page): Promise<string[]> {
  const answered = page.waitForResponse((response) => {
    return response.url().includes("/points/query") && response.request().postDataJSON()?.params?.explain;
  });
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await answered;
  await page.locator(".search-outcome[aria-busy=false]").waitFor();
  return ids(page);
}
