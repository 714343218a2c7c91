// What the module asks of its host. The import is named after this file: module "host", name "grow".

/** Grows the memory by pages of 64 KiB: the host knows what other memories the process has, and may refuse.
 * @returns the pages there were, or -1 */
export declare function grow(pages: i32): i32;
