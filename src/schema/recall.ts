// What a search for the nearest points was expected to find.
import Type, { type Static } from "typebox";

export const RecallSchema = Type.Object(
  {
    asked: Type.Number({ description: "The share of the nearest points that the search should find." }),
    expected: Type.Union([Type.Number(), Type.Null()], {
      description:
        "The share that such searches find, as measured on this index; 1: all vectors were compared; null: it is not " +
        "measured yet.",
    }),
    ef: Type.Union([Type.Integer(), Type.Null()], {
      description: "The number of candidates that was chosen for it; null: all vectors were compared.",
    }),
    measured: Type.Optional(
      Type.String({ format: "date-time", description: "When it was measured; absent if it was not." }),
    ),
  },
  { description: "How good the result is expected to be." },
);
export type Recall = Static<typeof RecallSchema>;

/** The recall of each search of a batch; null where none was asked for. */
export const RecallsSchema = Type.Array(Type.Union([RecallSchema, Type.Null()]));
export type Recalls = Static<typeof RecallsSchema>;

const MeasuredWalkSchema = Type.Object({
  ef: Type.Integer({ description: "The number of candidates." }),
  recall: Type.Number({ description: "The mean share of the nearest that was found." }),
  low: Type.Number({ description: "The lower end of the 95 % interval of that mean." }),
  compared: Type.Integer({ description: "The mean number of vectors or codes that were compared." }),
});

/** The measurements of the graph of one segment. */
const RecallTableSchema = Type.Object({
  points: Type.Integer({ description: "The points of the segment when it was measured." }),
  measured: Type.String({ format: "date-time" }),
  queries: Type.Integer(),
  real_queries: Type.Integer({
    description: "Those of the queries that clients had asked; the others are stored vectors.",
  }),
  curves: Type.Array(
    Type.Object({
      share: Type.Number({
        description: "The share of the points that the filter lets through; 1: no filter.",
      }),
      k: Type.Integer({ description: "The number of nearest points that are asked for." }),
      walks: Type.Array(MeasuredWalkSchema),
    }),
  ),
});
export type RecallTableShown = Static<typeof RecallTableSchema>;

/** By vector name, one table for each segment that was measured. */
export const RecallTablesSchema = Type.Record(Type.String(), Type.Array(RecallTableSchema), {
  description:
    "What the numbers of candidates find, as measured: by vector name, one table for each segment.",
});
export type RecallTables = Static<typeof RecallTablesSchema>;
