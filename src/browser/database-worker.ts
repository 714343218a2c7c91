// The entry of the worker that opens a database's files, which browsers allow in dedicated workers only.
import { serveCalls } from "../threads/remote.ts";
import { DatabaseHost } from "./host.ts";
import { ownPort } from "./web-thread.ts";

serveCalls(ownPort(), new DatabaseHost());
