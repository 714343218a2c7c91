// The keyword that keeps a value out of the text of an error: `password: expected a string`, and not what it was instead.
export const SECRET = { secret: true } as const;
