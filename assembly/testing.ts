// The exports for tests of kernels: codes and distances at addresses that the test chooses.
// The decision: it is a target of its own (`test` in asconfig.json), so that the engine has no exports for tests, and
// yet the same functions are compiled with the flags of the release.
import {
  binaryCodeBytes,
  binaryDataBytes,
  binaryWidth,
  encodeBinary,
  fourBinaryCodes,
  oneBinaryCode,
  prepareBinary,
} from "./codes/binary";
import { rotate } from "./codes/binary-rotation";
import { slackOf, widenBounds } from "./codes/bounds";
import { codeBytes, codeWidth, encode, fourCodes, oneCode, prepareCode, prepareRow } from "./codes/int8";
import { encodeAround, subtractCentre } from "./codes/int8-centre";
import { fourLiftedCodes, prepareLiftedCode } from "./codes/int8-lifted";
import {
  fourManhattanCodes,
  oneManhattanCode,
  prepareCodeForManhattan,
  prepareRowForManhattan,
} from "./codes/int8-manhattan";
import { cosineDistance, fourCosines } from "./distance/cosine";
import { fourDots, negatedDot } from "./distance/dot";
import { fourEuclids, squaredEuclid } from "./distance/euclid";
import { HEAD_BYTES } from "./distance/kernel";
import { fourManhattans, manhattan } from "./distance/manhattan";

export {
  binaryCodeBytes,
  binaryDataBytes,
  binaryWidth,
  codeBytes,
  codeWidth,
  cosineDistance,
  encode,
  encodeAround,
  encodeBinary,
  fourBinaryCodes,
  fourCodes,
  fourCosines,
  fourDots,
  fourEuclids,
  fourLiftedCodes,
  fourManhattanCodes,
  fourManhattans,
  manhattan,
  negatedDot,
  oneBinaryCode,
  oneCode,
  oneManhattanCode,
  prepareBinary,
  prepareCode,
  prepareCodeForManhattan,
  prepareLiftedCode,
  prepareRow,
  prepareRowForManhattan,
  rotate,
  slackOf,
  squaredEuclid,
  subtractCentre,
  widenBounds,
};

/** Returns the bytes before the data of a prepared query. */
export function head(): usize {
  return HEAD_BYTES;
}
