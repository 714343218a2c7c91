// The bytes of an HTTP/1.1 request with a JSON body, made before a measurement.

export function httpBytes(method: string, path: string, json?: object): Buffer {
  const body = json === undefined ? "" : JSON.stringify(json);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: localhost",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}
