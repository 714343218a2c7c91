// The vector store of LlamaIndex, unchanged, with a server in this process.
import { BaseEmbedding } from "@llamaindex/core/embeddings";
import { NodeRelationship, TextNode } from "@llamaindex/core/schema";
import { VectorStoreQueryMode } from "@llamaindex/core/vector-store";
import { QdrantVectorStore } from "@llamaindex/qdrant";
import { expect } from "chai";
import { Servers } from "../../support/servers.ts";

const node = (id: string, text: string, embedding: number[], kind: string) =>
  new TextNode({
    id_: id,
    text,
    embedding,
    metadata: { kind },
    relationships: { [NodeRelationship.SOURCE]: { nodeId: id, metadata: {} } },
  });
/** The nodes of the test have vectors, so nothing is embedded. */
class NoEmbedding extends BaseEmbedding {
  constructor() {
    super();
  }

  async getTextEmbedding(): Promise<number[]> {
    return [1, 0];
  }
}

const A = "5b2cb8bd-0d5d-4b59-8d0a-1cf2a4d2f001";
const B = "5b2cb8bd-0d5d-4b59-8d0a-1cf2a4d2f002";

describe("@llamaindex/qdrant", () => {
  let servers: Servers;
  let store: QdrantVectorStore;

  before(async () => {
    servers = new Servers();
    const { url } = await servers.here();
    store = new QdrantVectorStore({ url, collectionName: "nodes", embeddingModel: new NoEmbedding() });
  });
  after(() => servers.close());

  const query = async (kind?: string) => {
    const filters =
      kind === undefined ? undefined : { filters: [{ key: "kind", value: kind, operator: "==" as const }] };
    const { ids } = await store.query(
      {
        queryEmbedding: [1, 0],
        similarityTopK: 5,
        mode: VectorStoreQueryMode.DEFAULT,
        ...(filters && { filters }),
      },
      {},
    );
    return ids;
  };

  /** Waits for the points: LlamaIndex writes with wait=false, and a search may miss a write for a moment. */
  async function until(expected: number): Promise<void> {
    while ((await query()).length !== expected) await new Promise((resolve) => setImmediate(resolve));
  }

  it("@llamaindex/qdrant creates its collection, adds nodes, queries with a filter, and deletes a document", async () => {
    await store.add([node(A, "first", [1, 0], "x"), node(B, "second", [0, 1], "y")]);
    await until(2);
    expect(await query()).to.deep.equal([A, B]);
    expect(await query("y")).to.deep.equal([B]);
    await store.delete(A);
    await until(1);
    expect(await query()).to.deep.equal([B]);
  });
});
