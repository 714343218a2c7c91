// Files that an import in the console recognises by their content: separators, JSON arrays, Parquet, encodings.
import { expect } from "chai";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Page } from "playwright-core";
import { startConsole, useBrowser } from "../support/browser.ts";
import type { TestServer } from "../support/rest.ts";

describe("the formats of files to import", () => {
  const browser = useBrowser();
  let server: TestServer;
  beforeEach(async () => {
    server = await startConsole();
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
  });
  afterEach(() => server.close());

  async function choose(name: string, content: string | Uint8Array): Promise<Page> {
    const { page } = await browser.visit(`${server.uiUrl}/#/collections/c/transfer`);
    const buffer = Buffer.from(content);
    await page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/plain", buffer });
    return page;
  }

  async function importAll(page: Page, count: number): Promise<string> {
    await page.getByRole("button", { name: "Import into c" }).click();
    await page.getByText(`${count} points imported`).waitFor();
    return (await server.call("POST", "/collections/c/points/scroll", { with_vector: true })).text;
  }

  it("a CSV file with semicolons is imported with its columns", async () => {
    const page = await choose("c.csv", 'id;v0;v1;city\n1;0.5;2;"Oslo, Norway"\n2;3;4;Lima\n');
    await page.getByLabel("city is").waitFor();
    expect(await page.getByLabel("Separator").inputValue()).to.equal(";");
    expect(await importAll(page, 2))
      .to.include('{"city":"Oslo, Norway"}')
      .and.include("[0.5,2]");
  });

  it("a JSON array is imported element by element, with exact ids", async () => {
    const page = await choose(
      "c.json",
      '[\n {"id": 18446744073709551615, "vector": [1, 2]},\n {"id": 2, "vector": [3, 4], "n": 1}\n]',
    );
    expect(await importAll(page, 2))
      .to.include("18446744073709551615")
      .and.include('{"n":1}');
  });

  it("numbers of JSON lines are imported with every digit, also those that no double holds", async () => {
    const lines = `{"id": 1, "vector": [1.0, 2], "n": 1.0, "far": 1e400, "o": {"a": [2.50, -0.0]}}
{"id": 2, "vector": [1, 2], "n": 1, "payload": {"m": 3.0, "t": "1.0"}}\n`;
    const page = await choose("c.jsonl", lines);
    await page.getByLabel("far is").waitFor();
    const stored = await importAll(page, 2);
    expect(stored).to.include('{"n":1.0,"far":1e400,"o":{"a":[2.50,-0.0]}}');
    expect(stored).to.include('{"n":1,"m":3.0,"t":"1.0"}');
  });

  it("a Parquet file is imported with ids, vectors and values, compressed as usual", async () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: "id", data: [1n, 9007199254740993n] },
        {
          name: "vector",
          data: [
            [1, 2],
            [3.5, 4],
          ],
          type: "JSON",
        },
        { name: "city", data: ["Oslo", "Lima"] },
        { name: "at", data: [new Date("2026-01-31T12:00:00Z"), new Date(0)] },
      ],
    });
    const page = await choose("anything.bin", new Uint8Array(bytes));
    await page.getByLabel("city is").waitFor();
    expect(await page.getByRole("region", { name: "Import" }).getByLabel("Format").inputValue()).to.equal(
      "parquet",
    );
    const stored = await importAll(page, 2);
    expect(stored).to.include("9007199254740993").and.include("[3.5,4]");
    expect(stored).to.include("2026-01-31T12:00:00.000Z");
  });

  it("a text in Latin-1 keeps its letters, and the screen says how it is read", async () => {
    const page = await choose("c.csv", Buffer.from("id,v0,v1,name\n1,1,2,größer\n2,1,2,ça\n", "latin1"));
    await page.getByText("It is read as Windows-1252").waitFor();
    expect(await importAll(page, 2))
      .to.include("größer")
      .and.include("ça");
  });

  it("an image is refused before it is read as rows", async () => {
    const page = await choose("c.json", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"));
    await page.getByText("This file is of no known format").waitFor();
    expect(await page.getByRole("button", { name: "Import into c" }).count()).to.equal(0);
  });

  it("an import whose first rows would all be rejected cannot be started", async () => {
    const page = await choose("c.csv", "id,v0,v1\nx,1,2\ny,1,2\n");
    await page.getByText("All of the first rows would be rejected").waitFor();
    expect(await page.getByRole("button", { name: "Import into c" }).isDisabled()).to.equal(true);
  });
});
