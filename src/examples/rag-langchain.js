// Answers a question from your texts with LangChain.js: a retriever over hybrid search, a prompt, and a chat model.
//   npm install @langchain/core; node src/examples/rag-langchain.js [URL]
import { Document } from "@langchain/core/documents";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { BaseRetriever } from "@langchain/core/retrievers";
import { RunnableLambda, RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
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
  lc_namespace = ["azimuth"];

  // With vectors: query = { hybrid: { text: question, vector: await embeddings.embedQuery(question) } }
  async _getRelevantDocuments(question) {
    const query = { text: question };
    const { points } = await db.queryPoints({ collection_name, query, limit: 2, with_payload: true });
    return points.map(
      ({ payload, score }) => new Document({ pageContent: payload.text, metadata: { score } }),
    );
  }
}

const prompt = ChatPromptTemplate.fromTemplate(
  "Answer from this context:\n{context}\n\nQuestion: {question}",
);
/** In place of a chat model, so that this runs anywhere: it repeats the first line of the context. */
const model = RunnableLambda.from((value) => value.toString().split("\n")[1]);
const joined = (documents) => documents.map(({ pageContent }) => pageContent).join("\n");
const chain = RunnableSequence.from([
  { context: new AzimuthRetriever().pipe(joined), question: new RunnablePassthrough() },
  prompt,
  model,
  new StringOutputParser(),
]);
console.log(await chain.invoke("How do I book my holiday?"));
console.log(await chain.invoke("When is an invoice paid?"));

await db.deleteCollection({ collection_name });
await db.close();
