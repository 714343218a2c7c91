// Answers a question from your texts with the Vercel AI SDK: the model asks a tool, which searches the texts.
//   npm install ai; node src/examples/rag-ai-sdk.js [URL]
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
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

const search = tool({
  description: "Finds parts of the handbook by their words.",
  inputSchema: jsonSchema({ type: "object", properties: { words: { type: "string" } }, required: ["words"] }),
  // With vectors: query = { hybrid: { text: words, vector: (await embed({ model, value: words })).embedding } }
  async execute({ words }) {
    const { points } = await db.queryPoints({ collection_name, query: { text: words }, limit: 2 });
    return points.map(({ payload }) => payload.text);
  },
});

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
/** In place of a model, so that this runs anywhere: it searches for the question and repeats the first text. */
const model = new MockLanguageModelV3({
  async doGenerate({ prompt }) {
    const { role, content } = prompt.at(-1);
    if (role === "tool") {
      const text = content[0].output.value[0];
      return { content: [{ type: "text", text }], finishReason: { unified: "stop" }, usage, warnings: [] };
    }
    const input = JSON.stringify({ words: content[0].text });
    const call = { type: "tool-call", toolCallId: "1", toolName: "search", input };
    return { content: [call], finishReason: { unified: "tool-calls" }, usage, warnings: [] };
  },
});
for (const prompt of ["How do I book my holiday?", "When is an invoice paid?"]) {
  const { text } = await generateText({ model, tools: { search }, stopWhen: stepCountIs(3), prompt });
  console.log(text);
}

await db.deleteCollection({ collection_name });
await db.close();
