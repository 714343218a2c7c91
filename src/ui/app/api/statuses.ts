// The HTTP statuses and the error code that the console tells apart.
// The decision: they are written again here, because the console contains no code of the server; a test compares them
// with src/errors/table.ts.

export const BAD_REQUEST = 400;
export const UNAUTHENTICATED = 401;
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const CONFLICT = 409;
export const PRECONDITION_FAILED = 412;
export const UNPROCESSABLE = 422;
export const TOO_MANY_REQUESTS = 429;
/** The lowest status of an error of the server. */
export const SERVER_ERROR = 500;

/** The header with the code of an error, which tells apart errors with the same status. */
export const ERROR_CODE_HEADER = "x-azimuth-error";
/** The code of the error while the server is starting. */
export const ENGINE_NOT_INITIALIZED = "ENGINE_NOT_INITIALIZED";
