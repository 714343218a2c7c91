// The exports and nothing else: offsets and counts in, a status or a count out. The files say what each does. Until
// `create` has formatted the memory, every export but `abiVersion` reads zeros and refuses.
import { ABI_VERSION } from "./abi";

export function abiVersion(): u32 {
  return ABI_VERSION;
}

export { centreInput, useCentre } from "./codes/binary-centre";
export { sampleSlots } from "./codes/sample";
export { selfTest } from "./codes/self-test";
export { isBatchSearched, linkBatch, openBatch, searchBatch, shareBatchAgain } from "./exports/batch";
export { beginBulk, buildBulk, bulkPart } from "./exports/bulk";
export { measure, measured, measureQueries, measureRows, measureSlots } from "./exports/measure";
export {
  project,
  projectBasis,
  projected,
  projectRows,
  projectSlots,
  projectSums,
} from "./exports/projection";
export {
  compared,
  fetch,
  fetchInput,
  filterInput,
  found,
  hits,
  openSearch,
  queryInput,
  rescored,
  search,
  setDenseEf,
  slotsToFetch,
  startInput,
  traceOf as trace,
} from "./exports/search";
export {
  corpusOf as sparseCorpus,
  measureSparse,
  openSparse,
  rowsWith as sparseRowsWith,
  searchSparse,
  sparseEntries,
  sparseFilter,
  sparseHits,
  sparseInput,
  sparseQuery,
  sparseRow,
  sparseRun,
  sparseStat,
} from "./exports/sparse";
export {
  adoptPostings,
  createSparse,
  gathered,
  gatheringInput,
  gatherPostings,
  killSparse,
  postingsInput,
  putSparse,
  reserveSparse,
} from "./exports/sparse-store";
export {
  createStore as create,
  encodeRows as encode,
  faultOf as fault,
  indexSlots as index,
  markSlotDead as markDead,
  noteCodes,
  publishedRow as row,
  publishSlots as publish,
  putRows as put,
  repairGraph as repair,
  reserveSlots as reserve,
  rowInput,
  rowOutput,
  statOf as stat,
  validateGraph as validate,
} from "./exports/store";
export { levelOfNode as nodeLevel, linksOfNode as nodeLinks, nodeFor } from "./hnsw/node";
export { adoptBuiltGraph } from "./hnsw/replace";
export { adoptGraph, clearGraph, gatherUpper, upperBytes, upperInput } from "./hnsw/saved";
export {
  deadWordOf as deadWord,
  itemBytes as columnBytes,
  itemOf as columnItem,
  runOf as columnRun,
} from "./memory/column";
export { centre } from "./memory/layout";
export { reserveSpare } from "./memory/spare";
