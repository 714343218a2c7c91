// Checks the kernels of this build for 8-bit codes against integer arithmetic, one product at a time.
// The decision: the module checks itself, in a memory without a vector store, before the host uses the relaxed build.
// Its code has not run before, and it was such fresh code that an early compiler of V8 compiled incorrectly.
import { Status } from "../abi";
import { HEAD_BYTES } from "../distance/kernel";
import { ARENA_START, isFormatted } from "../memory/layout";
import { codeWidth, fourCodes, oneCode } from "./int8";
import { fourCodesRelaxed, oneCodeRelaxed, storeHead } from "./int8-relaxed";

const MAX_DIMENSION: u32 = 100;
const CODES: usize = 4;
const LARGEST_CODE: i32 = 127;
const CODE_STRIDE: usize = 128;
const QUERY_ADDRESS: usize = <usize>ARENA_START + CODES * CODE_STRIDE + HEAD_BYTES;
const RESULTS_ADDRESS: usize = <usize>ARENA_START + 1024;

/**
 * Measures seeded codes of every dimension up to 100; every fifth has the largest values in all components.
 * @returns Ok, or the first dimension in which a kernel is wrong, or InvalidArgument when the memory has a store
 */
export function selfTest(seed: u32): i32 {
  if (isFormatted()) return Status.InvalidArgument;
  let random = seed | 1;
  for (let dimension: u32 = 1; dimension <= MAX_DIMENSION; dimension++) {
    memory.fill(<usize>ARENA_START, 0, RESULTS_ADDRESS - <usize>ARENA_START);
    random = fill(dimension, random, dimension % 5 == 0);
    if (!kernelsAgree(dimension)) return <i32>dimension;
  }
  return Status.Ok;
}

/** Makes four codes and a query. @returns the state of the generator */
function fill(dimension: u32, seed: u32, extreme: bool): u32 {
  let random = seed;
  for (let i: u32 = 0; i < dimension; i++) {
    random = next(random);
    storeComponent(i, extreme ? LARGEST_CODE : <i32>(random >> 25));
    for (let code: usize = 0; code < CODES; code++) {
      random = next(random);
      const value: i32 = extreme ? LARGEST_CODE : <i32>((random >> 8) % 255) - LARGEST_CODE;
      store<i8>(addressOf(code) + i, code & 1 ? value : -value);
    }
  }
  const width = codeWidth(dimension);
  for (let code: usize = 0; code < CODES; code++) {
    let sum: i32 = 0;
    for (let i: u32 = 0; i < dimension; i++) sum += <i32>load<i8>(addressOf(code) + i);
    store<f32>(addressOf(code) + width, 1);
    store<i32>(addressOf(code) + width, sum, 8);
  }
  storeHead(QUERY_ADDRESS, 1, 0, ASC_FEATURE_RELAXED_SIMD ? <i32>dimension : 0);
  return random;
}

function kernelsAgree(dimension: u32): bool {
  const four: u32 = ASC_FEATURE_RELAXED_SIMD ? fourCodesRelaxed.index : fourCodes.index;
  const one: u32 = ASC_FEATURE_RELAXED_SIMD ? oneCodeRelaxed.index : oneCode.index;
  const width = codeWidth(dimension);
  call_indirect<void>(
    four,
    QUERY_ADDRESS,
    addressOf(0),
    addressOf(1),
    addressOf(2),
    addressOf(3),
    width,
    RESULTS_ADDRESS,
  );
  for (let code: usize = 0; code < CODES; code++) {
    const expectedBits = expected(addressOf(code), dimension);
    if (load<f32>(RESULTS_ADDRESS + (code << 2)) != expectedBits) return false;
    if (call_indirect<f32>(one, QUERY_ADDRESS, addressOf(code), width) != expectedBits) return false;
  }
  return true;
}

/** Returns the expected distance, which is small enough for f32 to hold it exactly. */
function expected(code: usize, dimension: u32): f32 {
  const shift: i32 = ASC_FEATURE_RELAXED_SIMD ? <i32>dimension : 0;
  let product: i32 = 0;
  for (let i: u32 = 0; i < dimension; i++) product += (componentAt(i) - shift) * <i32>load<i8>(code + i);
  return -(<f32>product);
}

function storeComponent(index: u32, value: i32): void {
  if (ASC_FEATURE_RELAXED_SIMD) store<u8>(QUERY_ADDRESS + index, value);
  else store<i16>(QUERY_ADDRESS + ((<usize>index) << 1), value);
}

function componentAt(index: u32): i32 {
  return ASC_FEATURE_RELAXED_SIMD
    ? <i32>load<u8>(QUERY_ADDRESS + index)
    : <i32>load<i16>(QUERY_ADDRESS + ((<usize>index) << 1));
}

function addressOf(code: usize): usize {
  return <usize>ARENA_START + code * CODE_STRIDE;
}

/** The xorshift generator of Marsaglia. */
function next(state: u32): u32 {
  let mixed = state ^ (state << 13);
  mixed ^= mixed >> 17;
  return mixed ^ (mixed << 5);
}
