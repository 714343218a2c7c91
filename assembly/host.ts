// The imports from the host. They are named after this file and their functions: module "host", names "grow" and
// "readWords".

/**
 * Grows the memory by pages of 64 KiB. The host knows the other memories of the process and may refuse. @returns the
 * pages before the growth, or -1
 */
export declare function grow(pages: i32): i32;

/**
 * Copies words of the file of sparse vectors to `address`. If the host cannot, it throws an error that ends the call of
 * this module.
 */
export declare function readWords(first: u32, words: u32, address: usize): void;
