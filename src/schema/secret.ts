// The keyword that keeps a value out of error texts: `password: expected a string` does not show the value.
export const SECRET = { secret: true } as const;
