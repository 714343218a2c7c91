// Texts of Qdrant for errors about collections, their indexes and their aliases, and about queries.
import {
  AliasNotFound,
  CollectionAlreadyExists,
  CollectionDeleted,
  CollectionNotFound,
  FieldSchemaRequired,
  InvalidName,
  type InvalidNameParts,
  NameIsAlias,
  SnapshotNotFound,
  UselessIntegerIndex,
} from "../../errors/collections.ts";
import { FailedValidation } from "../../errors/failed-validation.ts";
import { InvalidQuery, NonFiniteResult, type QueryProblem, VectorNotFound } from "../../errors/query.ts";
import { ModelRefused, UnknownModel } from "../../errors/text.ts";
import { InvalidVector } from "../../errors/vector-refusal.ts";
import { MAX_COLLECTION_NAME_LENGTH } from "../../schema/limits.ts";
import { show } from "../../schema/show.ts";
import type { Operation } from "../operation.ts";
import {
  badRequest,
  formatError,
  notFound,
  type Row,
  row,
  validationError,
  validationErrors,
  type Worded,
  type WordedTransport,
  wrongInput,
} from "./word.ts";

export const COLLECTION_WORDS: readonly Row[] = [
  row(CollectionNotFound, ({ collection, use }) =>
    notFound(use === "lookup" ? `Collection ${collection} not found` : absent(collection)),
  ),
  // Collections that can be restored exist in the native dialect only.
  row(CollectionDeleted, ({ collection }) => notFound(absent(collection))),
  row(CollectionAlreadyExists, ({ collection }) => ({
    kind: "already_exists",
    text: `Collection \`${collection}\` already exists!`,
  })),
  row(InvalidName, ({ about }, operation) => invalidName(about, operation)),
  row(NameIsAlias, ({ alias }) =>
    wrongInput(`Can't create collection with name ${alias}. Alias with the same name already exists`),
  ),
  row(SnapshotNotFound, ({ snapshot }) => notFound(`Snapshot ${snapshot} not found`)),
  row(AliasNotFound, ({ alias }) => notFound(`Alias ${alias} does not exists!`)),
  row(FieldSchemaRequired, () =>
    badRequest("Can't auto-detect field type, please specify `field_schema` in the request"),
  ),
  row(UselessIntegerIndex, (_, operation) =>
    validationError(
      "field_schema",
      "Validation error: the 'lookup' and 'range' capabilities can't be both disabled",
      operation,
    ),
  ),
  row(InvalidVector, wordedVector),
  // Without models there is no address to which a text could be sent.
  row(UnknownModel, ({ hasOthers, message }) =>
    hasOthers ? badRequest(REFUSED_TEXT + message) : { kind: "internal", text: NO_INFERENCE },
  ),
  row(ModelRefused, ({ said, isJson }) =>
    badRequest(isJson ? REFUSED_TEXT + said : `Invalid inference request: ${said}`),
  ),
];

const REFUSED_TEXT = "Inference request validation failed: ";
const NO_INFERENCE = "InferenceService URL not configured - please provide valid address in config";

/** Searches whose message has a vector and its indices in two fields: Qdrant checks these before all others. */
const OWN_INDICES = ["searchPoints", "searchBatch", "searchGroups"];
const UNFIT_INDICES = "Sparse indices does not match sparse vector conditions: ";

function wordedVector(
  { qdrant, kind }: InvalidVector,
  operation: Operation | undefined,
  transport: WordedTransport,
): Worded {
  const { sentence } = qdrant[0]!;
  if (kind === "format") return formatError(sentence);
  if (kind === "bad") return badRequest(sentence);
  if (kind === "input") return wrongInput(sentence);
  const problems = qdrant.map((one) => ({
    path: one.path,
    text: kind === "limit" ? one.sentence : `Validation error: ${one.sentence} [{}]`,
  }));
  const isOwn = transport === "grpc" && OWN_INDICES.includes(operation?.id ?? "");
  if (kind === "limit" || !isOwn) return validationErrors(problems, operation);
  const parts = problems.map(({ path, text }) => `${path.slice(path.lastIndexOf(".") + 1)}: ${text}`);
  return { kind: "invalid", text: UNFIT_INDICES + parts.join("; ") };
}

function invalidName({ field, name, character }: InvalidNameParts, operation: Operation | undefined): Worded {
  const length = [...name].length;
  const isLong = length < 1 || length > MAX_COLLECTION_NAME_LENGTH;
  const problem = isLong
    ? `value ${show(name)} invalid, must be from 1 to ${MAX_COLLECTION_NAME_LENGTH} characters`
    : `collection name cannot contain "${character ?? name}" char`;
  if (field !== "collection_name") return validationError(field, problem, operation);
  return { kind: "invalid", text: `Validation error in path parameters: [${field}: ${problem}]` };
}

function absent(collection: string): string {
  return `Collection \`${collection}\` doesn't exist!`;
}

export const QUERY_WORDS: readonly Row[] = [
  row(InvalidQuery, ({ problem }, operation) => wordedQuery(problem, operation)),
  row(VectorNotFound, ({ vectorName }) => notFound(`Vector with name "${vectorName}" for point not found`)),
  row(FailedValidation, ({ reason }) => wrongInput(`Validation failed: ${reason}`)),
  row(NonFiniteResult, ({ expression }) =>
    wrongInput(`The expression ${expression} produced a non-finite number`),
  ),
];

function wordedQuery(problem: QueryProblem, operation: Operation | undefined): Worded {
  switch (problem.kind) {
    case "prefetch_without_query":
      return needsQuery("merge the prefetches", "prefetches");
    case "threshold_without_query":
      return needsQuery("use the score_threshold", "score_threshold");
    case "threshold_with_order_by":
      return badRequest("Can't use score_threshold with an order_by query.");
    case "fusion_with_using":
      return badRequest("Fusion queries cannot be combined with the 'using' field.");
    case "without_prefetch": {
      const name = problem.query === "fusion" ? "Fusion" : "Formula";
      return wrongInput(`Validation failed: cannot apply ${name} without prefetches`);
    }
    case "no_examples":
      return noExamples(operation);
    case "no_positive_examples":
      return wrongInput("Positive vectors should not be empty with `average` strategy");
    case "rrf_weights": {
      const { got, expected } = problem;
      return wrongInput(
        `Validation failed: Number of weights in RRF should match number of pre-fetches: got ${got}, expected ${expected}`,
      );
    }
  }
}

function needsQuery(purpose: string, part: string): Worded {
  return badRequest(`A query is needed to ${purpose}. Can't have ${part} without defining a query.`);
}

/** The endpoints for recommendations detect it later than those for queries, and have another error. */
function noExamples(operation: Operation | undefined): Worded {
  const text = "At least one positive or negative vector/id must be provided";
  if (operation?.id.startsWith("recommend")) return badRequest(text);
  return validationError("query.recommend", text, operation);
}
