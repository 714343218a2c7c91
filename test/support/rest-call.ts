// Sends a request over REST and reads its response.
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body. Ids above 2^53 lose digits here, so compare `text` for them. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
}

export async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers,
    body: raw ? (body as BodyInit) : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
