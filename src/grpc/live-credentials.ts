// The certificate of a gRPC listener, which can change while it listens.
// The decision: grpc-js updates its servers whenever their credentials report a change; these credentials report those
// of the server's certificate.
import { ServerCredentials } from "@grpc/grpc-js";
import type { TlsSource } from "../net/tls.ts";

export class LiveCredentials extends ServerCredentials {
  constructor(source: TlsSource) {
    super({}, source.current);
    source.onChange((tls) => this.updateSecureContextOptions(tls));
  }

  override _equals(other: ServerCredentials): boolean {
    return other === this;
  }
}
