// The imports from the host. They are named after this file: module "host", name "grow".

/**
 * Grows the memory by pages of 64 KiB. The host knows the other memories of the process and may refuse. @returns the
 * pages before the growth, or -1
 */
export declare function grow(pages: i32): i32;
