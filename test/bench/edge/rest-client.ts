// The client over HTTP/1.1, in a process of its own: a kept connection for each stream. The decision: it uses bare
// sockets, because an HTTP client in JavaScript would need more CPU than the server.
import { connect } from "node:net";
import { type Speaker, served } from "./caller.ts";
import { answerParent } from "./child.ts";
import { httpBytes } from "./http-bytes.ts";

const HEAD_END = Buffer.from("\r\n\r\n");

class RestSpeaker implements Speaker {
  search(collection: string, vector: Float32Array, limit: number, hnsw_ef: number): Buffer {
    const body = { vector: Array.from(vector), limit, params: { hnsw_ef }, with_payload: false };
    return httpBytes("POST", `/collections/${collection}/points/search`, body);
  }

  upsert(collection: string, points: readonly { id: number; vector: Float32Array }[]): Buffer {
    const plain = points.map(({ id, vector }) => ({ id, vector: Array.from(vector) }));
    return httpBytes("PUT", `/collections/${collection}/points?wait=true`, { points: plain });
  }

  open(address: string): (request: Buffer) => Promise<Buffer> {
    const [host, port] = address.split(":");
    const socket = connect(Number(port), host!);
    socket.setNoDelay(true);
    const reader = new AnswerReader();
    let settle: { resolve(answer: Buffer): void; reject(error: Error): void } | null = null;
    socket.on("data", (chunk) => {
      const answer = reader.read(chunk);
      // The server sends 408 on a connection that was never used.
      if (!answer || !settle) return;
      const { resolve, reject } = settle;
      if (answer.status === 200) resolve(answer.body);
      else reject(new Error(`${answer.status}: ${answer.body}`));
    });
    socket.on("error", (error) => settle?.reject(new Error(`${address}: ${error.message}`)));
    return (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      });
  }

  idsIn(answer: Buffer): number[] {
    const { result } = JSON.parse(answer.toString()) as { result: { id: number }[] };
    return result.map(({ id }) => id);
  }
}

/** Reads responses with a declared length, one at a time. */
class AnswerReader {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #end = 0;
  #bodyAt = 0;
  #status = 0;

  read(chunk: Buffer): { status: number; body: Buffer } | null {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#end === 0 && !this.#readHead()) return null;
    if (this.#bytes < this.#end) return null;
    const whole = Buffer.concat(this.#chunks);
    const answer = { status: this.#status, body: whole.subarray(this.#bodyAt) };
    this.#chunks = [];
    this.#bytes = 0;
    this.#end = 0;
    return answer;
  }

  #readHead(): boolean {
    const all = Buffer.concat(this.#chunks);
    const at = all.indexOf(HEAD_END);
    if (at < 0) return false;
    const head = all.toString("latin1", 0, at);
    this.#status = Number(head.slice(9, 12));
    this.#bodyAt = at + HEAD_END.length;
    this.#end = this.#bodyAt + Number(/\r\ncontent-length: (\d+)/i.exec(head)![1]);
    return true;
  }
}

answerParent(served(new RestSpeaker()));
