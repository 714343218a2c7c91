// The certificate of a gRPC listener, which changes while it listens.
// The decision: grpc-js tells its servers of another certificate whenever credentials say so; here they say what the server's
// certificate says.
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
