// Answers a question from your texts with LlamaIndex.TS: a retriever over a text index, and a query engine.
//   npm install @llamaindex/core; node src/examples/rag-llamaindex.js [URL]
import { BaseLLM } from "@llamaindex/core/llms";
import { RetrieverQueryEngine } from "@llamaindex/core/query-engine";
import { getResponseSynthesizer } from "@llamaindex/core/response-synthesizers";
import { BaseRetriever } from "@llamaindex/core/retriever";
import { TextNode } from "@llamaindex/core/schema";
import { connect } from "azimuth-db/client";

const db = connect({ url: process.argv[2] ?? "http://localhost:6573" });
const collection_name = "handbook";
await db.createCollection({ collection_name, vectors_config: {} });
await db.createFieldIndex({
  collection_name,
  field_name: "text",
  field_schema: { type: "text", language: "english" },
});
const texts = [
  "Holidays are booked in the calendar two weeks before.",
  "Invoices are paid within thirty days.",
  "The office is closed on public holidays.",
];
await db.upsertPoints({
  collection_name,
  points: texts.map((text, id) => ({ id, vector: {}, payload: { text } })),
});

class AzimuthRetriever extends BaseRetriever {
  // With vectors: query = { hybrid: { text, vector: await embedModel.getTextEmbedding(text) } }
  async _retrieve({ query: text }) {
    const query = { text: String(text) };
    const { points } = await db.queryPoints({ collection_name, query, limit: 2, with_payload: true });
    return points.map(({ id, payload, score }) => ({
      node: new TextNode({ id_: String(id), text: payload.text }),
      score,
    }));
  }
}

/** In place of a model, so that this runs anywhere: it repeats the first text of the context. */
class FirstText extends BaseLLM {
  metadata = { model: "first-text", temperature: 0, topP: 1, contextWindow: 4096, tokenizer: undefined };

  async chat({ messages }) {
    const asked = JSON.stringify(messages.at(-1).content);
    const content = texts.find((text) => asked.includes(text)) ?? "I do not know.";
    return { message: { role: "assistant", content }, raw: null };
  }
}

const synthesizer = getResponseSynthesizer("compact", { llm: new FirstText() });
const engine = new RetrieverQueryEngine(new AzimuthRetriever(), synthesizer);
console.log((await engine.query({ query: "How do I book my holiday?" })).toString());
console.log((await engine.query({ query: "When is an invoice paid?" })).toString());

await db.deleteCollection({ collection_name });
await db.close();
