// The exports, nothing else: offsets and counts in, a status or a count out. What each does is said in segment.ts.
// Until `create` has formatted the memory, every other export but `abiVersion` finds zeroes and refuses.
import { ABI_VERSION } from "./abi";

export function abiVersion(): u32 {
  return ABI_VERSION;
}

export {
  createSegment as create,
  hits,
  killSlot as kill,
  publishedRow as row,
  publishSlots as publish,
  putRows as put,
  queryInput,
  reserveSlots as reserve,
  rowInput,
  searchExact,
  statOf as stat,
} from "./segment";
