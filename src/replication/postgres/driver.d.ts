// The types of the one module of the driver of PostgreSQL that the product imports: its client. The decision: the entry
// of the package is not imported, because it loads a native driver, which our package does not contain, when the
// variable NODE_PG_FORCE_NATIVE is set.
declare module "pg/lib/client.js" {
  import { Client } from "pg";

  export = Client;
}
