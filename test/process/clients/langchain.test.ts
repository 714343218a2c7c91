// The vector store of LangChain, unchanged, with a server in this process.
import { Document } from "@langchain/core/documents";
import { Embeddings } from "@langchain/core/embeddings";
import { QdrantVectorStore } from "@langchain/qdrant";
import { expect } from "chai";
import { Servers } from "../../support/servers.ts";

/** Counts the letters of a text, so that texts of the same letters are near. */
class Letters extends Embeddings {
  constructor() {
    super({});
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    return Promise.all(texts.map((text) => this.embedQuery(text)));
  }

  async embedQuery(text: string): Promise<number[]> {
    const counts = new Array<number>(26).fill(0);
    for (const letter of text.toLowerCase()) {
      const index = letter.charCodeAt(0) - 97;
      if (index >= 0 && index < 26) counts[index]!++;
    }
    return counts;
  }
}

describe("@langchain/qdrant", () => {
  let servers: Servers;
  let url: string;
  let store: QdrantVectorStore;
  let collections = 0;

  before(async () => {
    servers = new Servers();
    ({ url } = await servers.here());
  });
  beforeEach(async () => {
    const documents = [
      new Document({ pageContent: "apples and pears", metadata: { kind: "fruit", year: 2020 } }),
      new Document({ pageContent: "a pear tree", metadata: { kind: "tree", year: 2021 } }),
      new Document({ pageContent: "zinc boxes", metadata: { kind: "metal", year: 2022 } }),
    ];
    const collectionName = `docs-${++collections}`;
    store = await QdrantVectorStore.fromDocuments(documents, new Letters(), { url, collectionName });
  });
  after(() => servers.close());

  it("@langchain/qdrant finds the document that is nearest to a text", async () => {
    const [nearest] = await store.similaritySearch("pears and apples", 1);
    expect(nearest!.pageContent).to.equal("apples and pears");
    expect(nearest!.metadata).to.deep.equal({ kind: "fruit", year: 2020 });
  });

  it("@langchain/qdrant filters by metadata, nested in the payload", async () => {
    const filter = { must: [{ key: "metadata.kind", match: { value: "metal" } }] };
    const found = await store.similaritySearchWithScore("pears", 5, filter);
    expect(found.map(([{ pageContent }]) => pageContent)).to.deep.equal(["zinc boxes"]);
  });

  it("@langchain/qdrant finds diverse documents by maximal marginal relevance", async () => {
    const found = await store.maxMarginalRelevanceSearch("pear", { k: 2, fetchK: 3, lambda: 0.1 });
    expect(found).to.have.length(2);
    expect(found[0]!.pageContent).not.to.equal(found[1]!.pageContent);
  });

  it("@langchain/qdrant adds documents with given ids, and deletes documents by id and by filter", async () => {
    const id = "4c0b7d5e-8b6f-4a53-9a2f-0c7a1f5d2e11";
    await store.addDocuments([new Document({ pageContent: "quick quails", metadata: { kind: "bird" } })], {
      ids: [id],
    });
    const search = async () => (await store.similaritySearch("quick quails", 1))[0]!.pageContent;
    expect(await search()).to.equal("quick quails");
    await store.delete({ ids: [id] });
    expect(await search()).not.to.equal("quick quails");
    await store.delete({ filter: { must: [{ key: "metadata.year", range: { lte: 2021 } }] } });
    expect(await store.similaritySearch("pears", 10)).to.have.length(1);
  });
});
