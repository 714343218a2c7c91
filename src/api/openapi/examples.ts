// A request body for each of the main operations, for readers who try it out.
// The decision: sent in this order to an empty server, each is answered with 200; a test sends them.

const FILTER = { must: [{ key: "population", range: { gte: 1_000_000 } }] };

/** By the operation's id. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  createCollection: { vectors_config: { size: 4, distance: "Cosine" } },
  updateCollection: { metadata: { owner: "maps" } },
  createFieldIndex: { field_name: "population", field_schema: "integer" },
  upsertPoints: {
    points: [
      { id: 1, vector: [0.9, 0.1, 0.1, 0.2], payload: { city: "Berlin", population: 3_645_000 } },
      { id: 2, vector: [0.1, 0.9, 0.2, 0.1], payload: { city: "London", population: 8_982_000 } },
      {
        id: "0b5c1c6e-6d52-4b1e-9c2f-0e8d8c1a7f11",
        vector: [0.2, 0.1, 0.9, 0.1],
        payload: { city: "Bern", population: 134_000 },
      },
    ],
  },
  retrievePoints: { ids: [1, 2], with_payload: true, with_vector: true },
  searchPoints: { vector: [0.8, 0.2, 0.1, 0.2], limit: 3, filter: FILTER, with_payload: ["city"] },
  searchBatch: {
    searches: [
      { vector: [0.8, 0.2, 0.1, 0.2], limit: 1 },
      { vector: [0.1, 0.8, 0.1, 0.2], limit: 1 },
    ],
  },
  queryPoints: { query: [0.8, 0.2, 0.1, 0.2], limit: 3, filter: FILTER, params: { hnsw_ef: 128 } },
  scrollPoints: { limit: 100, filter: FILTER },
  countPoints: { filter: FILTER },
  setPayload: { points: [1], payload: { visited: true } },
  deletePayload: { points: [1], keys: ["visited"] },
  updateVectors: { points: [{ id: 2, vector: [0.2, 0.9, 0.2, 0.1] }] },
  deletePoints: { points: [2] },
};
