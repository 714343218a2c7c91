// The codecs of every operation over gRPC for clients: they write requests and read responses.
import * as administration from "../../../src/grpc/convert/administration.ts";
import { reply } from "../../../src/grpc/convert/answers.ts";
import { type Codec, list } from "../../../src/grpc/convert/codec.ts";
import * as collections from "../../../src/grpc/convert/collections.ts";
import { createFieldIndex, deleteFieldIndex } from "../../../src/grpc/convert/field-indexes.ts";
import * as queries from "../../../src/grpc/convert/queries.ts";
import * as results from "../../../src/grpc/convert/results.ts";
import * as searches from "../../../src/grpc/convert/searches.ts";
import { pointId } from "../../../src/grpc/convert/vectors.ts";
import * as writes from "../../../src/grpc/convert/writes.ts";

export interface ClientCodec {
  readonly request: Codec<never>;
  /** Returns the result of a message. */
  readonly answer: (message: never) => unknown;
}

/** Makes a codec for an operation. */
function asked<Message>(request: Codec<Message>, answer: (message: never) => unknown = plain): ClientCodec {
  return { request: request as Codec<never>, answer };
}

const nothing: Codec<object> = { read: () => ({}), write: () => ({}) };

/** Returns a result that is the same in a message. */
const plain = ({ result }: { result: unknown }) => result;

/** Reads the result in the field `result`. */
function within<Result>(codec: Codec<Result>) {
  return ({ result }: { result: Result }) => codec.read(result, "");
}

/** Reads a message that is the result. */
function whole<Message>(codec: Codec<Message>) {
  return (message: Message) => codec.read(message, "");
}

/** Reads a result that is an object with one member in a field with the same name. */
function member<Item>(name: string, codec: Codec<Item[]>) {
  return (message: Record<string, Item[]>) => ({ [name]: codec.read(message[name]!, "") });
}

const { ofCollection, ofSnapshot, snapshotDescription } = collections;
const written = within(results.updateResult);
const scored = within(results.scored);
const scoredBatch = within(results.scoredBatch);
const grouped = within(results.groups);
const aliases = member("aliases", list(collections.aliasDescription));
const { newToken, doneMessage, licenseStatus } = administration;

/** Reads a page; `null` means that there is no next one. */
function scrolled({ result, next_page_offset: next }: { result: never; next_page_offset?: never }) {
  const points = results.records.read(result, "");
  return { points, next_page_offset: next === undefined ? null : pointId.read(next, "") };
}

export const CODECS: Readonly<Record<string, ClientCodec>> = {
  getServerInfo: asked(nothing, whole(reply)),
  listCollections: asked(
    collections.listCollections,
    member("collections", list(collections.collectionDescription)),
  ),
  getCollection: asked(ofCollection, within(collections.collectionInfo)),
  createCollection: asked(collections.createCollection),
  updateCollection: asked(collections.updateCollection),
  deleteCollection: asked(collections.deleteCollection),
  collectionExists: asked(ofCollection),
  changeAliases: asked(collections.changeAliases),
  listAliases: asked(nothing, aliases),
  listCollectionAliases: asked(ofCollection, aliases),
  createFieldIndex: asked(createFieldIndex, written),
  deleteFieldIndex: asked(deleteFieldIndex, written),
  upsertPoints: asked(writes.upsertPoints, written),
  deletePoints: asked(writes.deletePoints, written),
  updateVectors: asked(writes.updatePointVectors, written),
  deleteVectors: asked(writes.deletePointVectors, written),
  setPayload: asked(writes.setPointPayload, written),
  overwritePayload: asked(writes.setPointPayload, written),
  deletePayload: asked(writes.deletePointPayload, written),
  clearPayload: asked(writes.clearPointPayload, written),
  batchUpdate: asked(writes.updateBatch, within(list(results.updateResult))),
  retrievePoints: asked(searches.getPoints, within(results.records)),
  scrollPoints: asked(searches.scrollPoints, scrolled),
  countPoints: asked(searches.countPoints, within(results.countResult)),
  facet: asked(queries.facet, member("hits", results.hits)),
  matrixPairs: asked(queries.matrix, within(results.pairs)),
  matrixOffsets: asked(queries.matrix, within(results.offsets)),
  queryPoints: asked(queries.queryPoints, within(results.queried)),
  queryBatch: asked(queries.queryBatch, within(results.queriedBatch)),
  queryGroups: asked(queries.queryGroups, grouped),
  searchPoints: asked(searches.searchPoints, scored),
  searchBatch: asked(searches.searchBatch, scoredBatch),
  searchGroups: asked(searches.searchGroups, grouped),
  recommendPoints: asked(searches.recommendPoints, scored),
  recommendBatch: asked(searches.recommendBatch, scoredBatch),
  recommendGroups: asked(searches.recommendGroups, grouped),
  discoverPoints: asked(searches.discoverPoints, scored),
  discoverBatch: asked(searches.discoverBatch, scoredBatch),
  createSnapshot: asked(ofCollection, ({ snapshot_description: one }: { snapshot_description: never }) =>
    snapshotDescription.read(one, ""),
  ),
  listSnapshots: asked(ofCollection, ({ snapshot_descriptions: all }: { snapshot_descriptions: never }) =>
    list(snapshotDescription).read(all, ""),
  ),
  // The response of Qdrant's service is empty.
  deleteSnapshot: asked(ofSnapshot, () => true),
  recoverSnapshot: asked(ofSnapshot),
  restoreCollection: asked(ofCollection),
  getCollectionStatus: asked(ofCollection, within(administration.collectionReport)),
  flushCollection: asked(ofCollection),
  optimizeCollection: asked(ofCollection),
  rebuildIndex: asked(ofCollection),
  getStatus: asked(nothing, within(administration.serverStatus)),
  takeCheckpoint: asked(nothing, within(administration.checkpoint)),
  purge: asked(nothing, within(administration.purged)),
  setAuthEnabled: asked(administration.setAuthEnabled),
  adminExists: asked(nothing),
  createAdmin: asked(administration.password, whole(doneMessage)),
  login: asked(administration.password, whole(administration.login)),
  resetPassword: asked(administration.password, whole(doneMessage)),
  createToken: asked(administration.createToken, whole(newToken)),
  listTokens: asked(nothing, ({ tokens }: { tokens: never }) => administration.tokens.read(tokens, "")),
  rotateToken: asked(administration.tokenRequest, whole(newToken)),
  deleteToken: asked(administration.tokenRequest, whole(doneMessage)),
  getLicenseStatus: asked(nothing, whole(licenseStatus)),
  addLicense: asked(administration.addLicense, whole(licenseStatus)),
};
